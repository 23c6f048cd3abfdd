import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import { readBody } from '../http/readBody.ts';
import { newEvent } from '../observe/events.ts';
import { isSessionId } from '../record/isSessionId.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { findSession } from './findSession.ts';
import { handOnOrphan } from './handOnOrphan.ts';
import type { NotifyRouteContext } from './notifyContext.ts';
import { readNotification } from './readNotification.ts';
import { refuseUnreadable } from './refuseUnreadable.ts';
import { type Progress, reportRefusal } from './reportRefusal.ts';
import { hasDetailsToDeliver, settleAndDeliver, settleByNotification } from './settleByNotification.ts';
import { storeByAddress, storeNotification } from './storeNotification.ts';

/** The session's part of the notification's address. */
export interface NotifyPath {
  id: string;
  secret: string;
}

/**
 * `POST /notify/:id/:secret`, and `POST /notify` where the operator fixes one address for all.
 *
 * 1. Raw bytes, capped. Signature and shape by the gateway client; the secret in the path against the session's hash.
 * 2. Whose it is: the path's session if its secret is right; else, for a signed one, the session it names. A wrong
 *    signature is answered 401, so that the gateway knows; a session's own secret still has the gateway polled (T1).
 * 3. Durable before the answer: the redacted notification is in the store and its session is due, in one step. One that
 *    names no session of ours is kept as well, within bounds (F33, T47).
 * 4. Handled before the answer, where only the gateway's redelivery can bring it again: details for `onPaymentDetails`, a
 *    notification of no session for `onNotification`. Neither may lie in the store, since both carry the card token.
 * 5. The profile's acknowledgement. No 2xx without steps 3 and 4; no redirect, ever.
 * 6. All the rest afterwards: settle by it if it may be trusted, else poll the gateway. A crash in between is the
 *    sweep's to repair.
 *
 * Each refusal is logged, and is an event.
 */
export async function notifyRoute(
  context: NotifyRouteContext,
  request: Request,
  path: NotifyPath | null,
): Promise<Response> {
  const progress: Progress = { read: null, session: null };
  try {
    await receive(context, request, path, progress);
  } catch (error) {
    reportRefusal(context, error, progress);
    throw error;
  }
  return new Response(context.gateway.profile.notification.ackBody, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

async function receive(
  context: NotifyRouteContext,
  request: Request,
  path: NotifyPath | null,
  progress: Progress,
): Promise<void> {
  const { store, clock, gateway, limits, timeouts, rateLimiter } = context;
  const body = await readBody(request, limits.maxBodyBytes, timeouts.bodyMs);
  const read = await readNotification(gateway, request, body);
  progress.read = read;
  if (read.kind === 'signed' && path !== null && isSessionId(path.id)) {
    const received = await storeByAddress(context, request, body, read, path);
    if (received !== null) {
      progress.session = received.session.value;
      const delivery = { bySecret: true, repeated: received.kind === 'seen' };
      return handleSigned(context, received.session, read.notification, delivery);
    }
  }
  const { found, bySecret } = await findSession(context, path, read);
  const session = found?.value ?? null;
  progress.session = session;
  if (read.kind === 'unreadable') return refuseUnreadable(context, read, session);
  if (read.kind === 'forged') {
    if (session !== null) await store.bringForward(session.id, await clock());
    throw new ProblemError('not_authorized', { detail: 'The signature is not right.' });
  }
  // Counted by kind: a flood of unsigned ones must not keep the gateway's own notifications out.
  if (session === null) await rateLimiter.take('orphanNotificationsPerMinute', { name: read.kind });

  const stored = await storeNotification(context, request, body, read, session?.id ?? null);
  const repeated = stored === 'seen';
  if (read.kind === 'unsigned') return handleUnsigned(context, found, { bySecret, repeated });
  return handleSigned(context, found, read.notification, { bySecret, repeated });
}

/** Whether the secret in the path was right, and whether the inbox held the notification already. */
interface Delivery {
  bySecret: boolean;
  repeated: boolean;
}

async function handleSigned(
  context: NotifyRouteContext,
  found: Versioned<SessionRecord> | null,
  notification: PaymentNotification,
  { bySecret, repeated }: Delivery,
): Promise<void> {
  if (!repeated) reportUnreadableFields(context, notification, found?.value ?? null);
  if (found === null) return handOnOrphan(context, notification, repeated);
  const facts = { verified: true, bySecret, repeated, state: notification.state };
  context.emit([newEvent('notification_received', facts)], found.value);
  if (hasDetailsToDeliver(context, found.value, notification)) {
    return settleAndDeliver(context, found, notification);
  }
  const settled = settleByNotification(context, found, notification);
  context.background.run('settle by a notification', settled);
}

function handleUnsigned(
  context: NotifyRouteContext,
  found: Versioned<SessionRecord> | null,
  { bySecret, repeated }: Delivery,
): void {
  const type = found === null ? 'unsigned_orphan' : 'notification_received';
  const facts = { verified: false, bySecret, repeated, state: null };
  context.emit([newEvent(type, facts)], found?.value ?? null);
  if (found === null) return;
  const settled = settleByNotification(context, found, null);
  context.background.run('settle by a notification', settled);
}

/** A field that settles nothing and had no plain meaning was read as `null`. Names only. */
function reportUnreadableFields(
  { log, emit }: Pick<NotifyRouteContext, 'log' | 'emit'>,
  { unreadable: fields }: PaymentNotification,
  session: SessionRecord | null,
): void {
  if (fields.length === 0) return;
  log.warn({ sessionId: session?.id, fields }, 'Fields of a notification could not be read');
  emit([newEvent('fields_unreadable', { fields })], session);
}
