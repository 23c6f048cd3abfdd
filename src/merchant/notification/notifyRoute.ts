import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import { takeOrRefuse } from '../http/rateLimit.ts';
import { readBody } from '../http/readBody.ts';
import { textResponse } from '../http/textResponse.ts';
import { newEvent } from '../observe/events.ts';
import type { Parts } from '../parts.ts';
import type { Settler } from '../settle/settler.ts';
import { hideToken } from '../shop/hideToken.ts';
import type { SessionRecord } from '../store/contract.ts';
import { findSession } from './findSession.ts';
import { handOnOrphan } from './handOnOrphan.ts';
import { type ReadNotice, readNotice } from './readNotice.ts';
import { refuseUnreadable } from './refuseUnreadable.ts';
import { type Progress, reportRefusal } from './reportRefusal.ts';
import { hasDetailsToDeliver, settleAndDeliver, settleByNotification } from './settleByNotification.ts';
import { unsignedNotice } from './unsignedNotice.ts';

const BUSY_MS = 5_000;

/**
 * `POST /notify/:id/:secret`, and `POST /notify` where the operator fixes one address for all.
 *
 * 1. Raw bytes, capped. Signature and shape by the gateway client; the secret in the path against the session's hash.
 * 2. Whose it is: the path's session if its secret is right; else, for a signed one, the session it names. A wrong
 *    signature is answered 401, so that the gateway knows; a session's own secret still earns it a status check (T1).
 * 3. Durable before the answer: the redacted notification is in the store and its session is due, in one step. One that
 *    names no session of ours is kept as well, within bounds (F33, T47).
 * 4. Handled before the answer, where only the gateway's redelivery can bring it again: details for `onPaymentDetails`, a
 *    notification of no session for `onNotification`. Neither may lie in the store, since both carry the card token.
 * 5. The profile's acknowledgement. No 2xx without steps 3 and 4; no redirect, ever.
 * 6. All the rest afterwards: settle by it if it may be trusted, else ask the gateway. A crash in between is the sweep's to repair.
 *
 * Each refusal is logged, and is an event.
 */
export async function notifyRoute(
  parts: Parts,
  settler: Settler,
  request: Request,
  path: { id: string; secret: string } | null,
): Promise<Response> {
  const progress: Progress = { read: null, session: null };
  try {
    await receive(parts, settler, request, path, progress);
  } catch (error) {
    reportRefusal(parts, error, progress);
    throw error;
  }
  return textResponse(parts.gateway.profile.notification.ackBody, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

async function receive(
  parts: Parts,
  settler: Settler,
  request: Request,
  path: { id: string; secret: string } | null,
  progress: Progress,
): Promise<void> {
  const { settings, store } = parts;
  const { limits } = settings;
  const body = await readBody(request, limits.maxBodyBytes, parts.timeouts.bodyMs);
  const read = await readNotice(parts.gateway, request, body);
  progress.read = read;
  const { found, bySecret } = await findSession(parts, path, read);
  const session = found?.value ?? null;
  progress.session = session;
  if (read.kind === 'unreadable') return refuseUnreadable(parts, read, session);
  if (read.kind === 'forged') {
    if (session !== null) await store.bringForward(session.id, await parts.clock());
    throw new ProblemError('not_authorized', { detail: 'The signature is not right.' });
  }
  const verified = read.kind === 'signed';
  if (session === null) {
    // Apart: a stranger's flood must not keep the gateway's own notifications out.
    await takeOrRefuse(parts, 'orphanNotificationsPerMinute', { name: read.kind });
  }

  const digest = await digestOf(parts, request, body);
  const sessionId = session?.id ?? null;
  const notice =
    read.kind === 'signed'
      ? { digest, sessionId, verified, body: toKeep(read) }
      : await unsignedNotice(parts.sha256, read.fields, { digest, bytes: body.byteLength, sessionId });
  const stored = await within(parts.timeouts.storeNotificationMs, store.receive(notice));
  if (stored === 'late') throw new ProblemError('store_unavailable', { retryAfterMs: BUSY_MS });

  const repeated = stored === 'seen';
  if (verified && !repeated) tellUnreadableFields(parts, read.notification, session);
  const facts = { verified, bySecret, repeated, state: verified ? read.notification.state : null };
  if (found === null) {
    if (verified) await handOnOrphan(parts, read.notification, repeated);
    else parts.emit([newEvent('unsigned_orphan', facts)], null);
    return;
  }
  parts.emit([newEvent('notification_received', facts)], found.value);
  if (verified && hasDetailsToDeliver(parts, found.value, read.notification)) {
    await settleAndDeliver(parts, settler, found, read.notification);
    return;
  }
  parts.background('settle by a notification', settleByNotification(parts, settler, found, read));
}

/** A field that settles nothing and had no plain meaning was read as `null`. Names only. */
function tellUnreadableFields(
  { log, emit }: Pick<Parts, 'log' | 'emit'>,
  { unreadable: fields }: PaymentNotification,
  session: SessionRecord | null,
): void {
  if (fields.length === 0) return;
  log.warn({ sessionId: session?.id, fields }, 'Fields of a notification could not be read');
  emit([newEvent('fields_unreadable', { fields })], session);
}

/** The redacted notification. Its card token may stand in any other field too, such as the merchant's own data (T12). */
function toKeep(read: ReadNotice & { kind: 'signed' }): Record<string, unknown> {
  const { raw, cardToken } = read.notification;
  return hideToken(raw, cardToken) as Record<string, unknown>;
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
