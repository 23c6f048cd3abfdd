import type { CheckoutGateway } from '../../gateway/checkoutGateway.ts';
import { ProblemError } from '../http/problem.ts';
import { sha256 } from '../platform/sha256.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import { withTimeout } from '../platform/withTimeout.ts';
import { hideTokenIn } from '../shop/hideToken.ts';
import type { InboxNotification, Received } from '../store/contract.ts';
import type { ModeStore } from '../store/modeStore.ts';
import type { ReadNotification } from './readNotification.ts';
import { unsignedNotification } from './unsignedNotification.ts';

const RETRY_MS = 5_000;

export interface InboxContext {
  readonly store: Pick<ModeStore, 'receive' | 'receiveFor'>;
  readonly gateway: Pick<CheckoutGateway, 'profile'>;
  readonly timeouts: Pick<HandlerTimeouts, 'storeNotificationMs'>;
}

/**
 * Puts the redacted notification into the store's inbox; its session becomes due in the same step.
 *
 * @returns `'seen'`: it was there already.
 * @throws ProblemError 503 when the store takes too long.
 */
export async function storeNotification(
  context: InboxContext,
  request: Request,
  body: Uint8Array,
  read: ReadNotification & { kind: 'signed' | 'unsigned' },
  sessionId: string | null,
): Promise<'new' | 'seen'> {
  const { store, timeouts } = context;
  const digest = await digestOf(context, request, body);
  const notification: InboxNotification =
    read.kind === 'signed'
      ? { digest, sessionId, verified: true, body: redacted(read) }
      : await unsignedNotification(read.fields, { digest, bytes: body.byteLength, sessionId });
  return withTimeout(store.receive(notification), timeouts.storeNotificationMs, tooLate);
}

/**
 * The same for a signed one that came to a session's own address, in one step with the check of the address's secret: what the
 * gateway sends ordinarily.
 *
 * @returns `null`, and nothing is stored: the secret is not this session's.
 * @throws ProblemError 503 when the store takes too long.
 */
export async function storeByAddress(
  context: InboxContext,
  request: Request,
  body: Uint8Array,
  read: ReadNotification & { kind: 'signed' },
  address: { id: string; secret: string },
): Promise<Received | null> {
  const arrived = {
    digest: await digestOf(context, request, body),
    sessionId: address.id,
    secretHash: await sha256(address.secret),
    verified: true,
    body: redacted(read),
  };
  const { store, timeouts } = context;
  return withTimeout(store.receiveFor(arrived), timeouts.storeNotificationMs, tooLate);
}

const tooLate = () => new ProblemError('store_unavailable', { retryAfterMs: RETRY_MS });

/** `raw` is redacted; the card token may stand in any other field too, such as the merchant's own data (T12). */
function redacted(read: ReadNotification & { kind: 'signed' }): Record<string, unknown> {
  const { raw, cardToken } = read.notification;
  return hideTokenIn(raw, cardToken) as Record<string, unknown>;
}

/**
 * Joins redeliveries of the same notification, wherever they are sent; nothing is decided by it. Of an address only the query
 * counts, and only where the notification is in it: a captured one could be stored again under every query (T75).
 */
async function digestOf(
  { gateway }: Pick<InboxContext, 'gateway'>,
  request: Request,
  body: Uint8Array,
): Promise<string> {
  const isQuery = gateway.profile.notification.encode === 'query';
  return await sha256(isQuery ? new URL(request.url).search : body);
}
