import { redact } from '../../protocol/gateway/redact.ts';
import { sameText } from '../../protocol/gateway/sameText.ts';
import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import { newEvent } from '../events.ts';
import { ProblemError } from '../http/problem.ts';
import { readBody } from '../http/readBody.ts';
import { textResponse } from '../http/textResponse.ts';
import type { Parts } from '../parts.ts';
import { takeOrRefuse } from '../rateLimit.ts';
import { isOurId } from '../session/isOurId.ts';
import type { Settler } from '../settle/settler.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { type ReadNotice, readNotice } from './readNotice.ts';
import { refuseUnreadable } from './refuseUnreadable.ts';
import { unsignedNotice } from './unsignedNotice.ts';

const BUSY_MS = 5_000;
/** Anything shorter is no token, and would be found everywhere. */
const SHORTEST_TOKEN = 8;

/**
 * `POST /notify/:id/:secret`, and `POST /notify` where the operator fixes one address for all.
 *
 * 1. Raw bytes, capped. Signature and shape by the gateway client; the secret in the path against the session's hash.
 * 2. Whose it is: the path's session if its secret is right; else, for a signed one, the session it names. A wrong
 *    signature is answered 401, so that the gateway knows; a session's own secret still earns it a look (T1).
 * 3. Durable before the answer: the redacted notification is in the store and its session is due, in one step. One that
 *    names no session of ours is kept as well, within bounds (F33, T47).
 * 4. The profile's acknowledgement. No 2xx without step 3; no redirect, ever.
 * 5. Afterwards: settle by it if it may be trusted, else ask the gateway. A crash in between is the sweep's to repair.
 */
export async function notifyRoute(
  parts: Parts,
  settler: Settler,
  request: Request,
  path: { id: string; secret: string } | null,
): Promise<Response> {
  const { settings, store, gateway } = parts;
  const { limits } = settings;
  const body = await readBody(request, limits.bodyBytes, limits.bodyMs);
  const read = await readNotice(gateway, request, body);
  const { found, bySecret } = await findSession(parts, path, read);
  const session = found?.value ?? null;
  if (read.kind === 'unreadable') return refuseUnreadable(parts, read, session);
  if (read.kind === 'forged') {
    const told = parts.limitedLog(
      'forged',
      { sessionId: session?.id, reason: read.reason },
      'A notification with a wrong signature was refused',
    );
    if (session !== null) {
      if (told) parts.emit([newEvent('notification_rejected', { reason: read.reason })], session);
      await store.bringForward(session.id, await parts.clock());
    }
    throw new ProblemError('not_authorized', { detail: 'The signature is not right.' });
  }
  if (session === null) {
    // Apart: a stranger's flood must not keep the gateway's own notifications out.
    await takeOrRefuse(parts, 'orphansPerMinute', { name: read.kind });
  }

  const verified = read.kind === 'signed';
  const digest = await digestOf(parts, request, body);
  const sessionId = session?.id ?? null;
  const notice =
    read.kind === 'signed'
      ? { digest, sessionId, verified, body: toKeep(read) }
      : await unsignedNotice(parts.sha256, read.fields, { digest, bytes: body.byteLength, sessionId });
  const stored = await within(limits.ackMs, store.receive(notice));
  if (stored === 'late') throw new ProblemError('store_unavailable', { retryAfterMs: BUSY_MS });

  const events = [
    newEvent(session === null ? 'orphan_notification' : 'notification_received', {
      verified,
      bySecret,
      repeated: stored === 'seen',
      state: verified ? read.notification.state : null,
    }),
  ];
  if (read.kind === 'signed' && read.notification.unreadable.length > 0 && stored !== 'seen') {
    const fields = read.notification.unreadable;
    parts.log.warn({ sessionId: session?.id, fields }, 'Fields of a notification could not be read');
    events.push(newEvent('fields_unreadable', { fields }));
  }
  parts.emit(events, session);
  if (found !== null) {
    parts.background('settle by a notification', settleLater(parts, settler, found, read));
  }
  return textResponse(gateway.profile.notification.ackBody, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

/** The redacted notification. Its card token may stand in any other field too, such as the merchant's own data (T12). */
function toKeep(read: ReadNotice & { kind: 'signed' }): Record<string, unknown> {
  const { raw, cardToken } = read.notification;
  const kept = redact(raw) as Record<string, unknown>;
  if (cardToken === null || cardToken.length < SHORTEST_TOKEN) return kept;
  const text = JSON.stringify(kept);
  return text.includes(cardToken) ? JSON.parse(text.replaceAll(cardToken, '[redacted]')) : kept;
}

async function settleLater(
  parts: Parts,
  settler: Settler,
  found: Versioned<SessionRecord>,
  read: ReadNotice,
): Promise<void> {
  if (read.kind === 'signed' && parts.settings.confirmWith === 'notification') {
    const { notification } = read;
    await settler.settleBy(
      found,
      { kind: 'transaction', source: 'notification', details: notification, test: parts.gateway.test },
      notification.cardToken,
    );
    return;
  }
  const look = await settler.look(found.value.id, 'gently');
  if (look !== null && look !== 'busy') await look.rest;
}

async function findSession(
  parts: Parts,
  path: { id: string; secret: string } | null,
  read: ReadNotice,
): Promise<{ found: Versioned<SessionRecord> | null; bySecret: boolean }> {
  const { store } = parts;
  if (path !== null && isOurId(path.id)) {
    const stored = await store.getSession(path.id);
    if (stored !== null && sameText(stored.value.notifySecretHash, await parts.sha256(path.secret))) {
      return { found: stored, bySecret: true };
    }
  }
  if (read.kind !== 'signed') return { found: null, bySecret: false };
  return { found: await findNamed(parts, read.notification), bySecret: false };
}

async function findNamed(
  { store }: Parts,
  { uniqueReference }: PaymentNotification,
): Promise<Versioned<SessionRecord> | null> {
  if (uniqueReference === '') return null;
  const [found] = await store.findSessions({ uniqueReference });
  return found ?? null;
}

/**
 * Joins redeliveries of the same notification, wherever they are sent; nothing is decided by it. What else an address
 * holds does not count: a captured one could be stored again under every query (T75).
 */
async function digestOf(parts: Parts, request: Request, body: Uint8Array): Promise<string> {
  const isQuery = parts.gateway.profile.notification.encode === 'query';
  return await parts.sha256(isQuery ? new URL(request.url).search : body);
}

async function within<T>(ms: number, task: Promise<T>): Promise<T | 'late'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
    task.catch(() => {});
  }
}
