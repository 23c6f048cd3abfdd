import type { HppRequest, HppSession } from '../../gateway/types.ts';
import { newEvent } from '../observe/events.ts';
import type { OrderFacts } from '../options.ts';
import type { Parts } from '../parts.ts';
import { isRefusal, retryAfterOf } from '../poll/gatewayErrors.ts';
import { returnProof } from '../record/returnProof.ts';
import { applyEvidence } from '../settle/applyEvidence.ts';
import { nextLook } from '../settle/schedule.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import {
  BIRTH_SLACK_MS,
  endsPage,
  type GatewayWord,
  mayBePaidAfterDecline,
  type WantedOrder,
} from './decideOnLive.ts';
import { type OpenRequest, type OpenResult, toCheckoutSession } from './openResult.ts';

/** A day: no hosted page lives longer. */
const LONGEST_LIFE_MS = 86_400_000;

export type MadePage = OpenResult | { kind: 'live'; session: Versioned<SessionRecord> };

/**
 * Records a new session, has the gateway make its page, and records the page. In this order: a notification may be
 * faster than the reply (F33), and a crash in between leaves a record that the sweep asks about (F41).
 *
 * The address is handed out only after it was recorded on a session that is still `creating`. So a session whose create
 * call failed, timed out or lost its reply has an address that nobody holds, and a new one may be made at once (F2).
 *
 * @param said the gateway's word on the order's sessions, as far as it was just asked.
 */
export async function createPage(
  parts: Parts,
  order: OrderFacts,
  wanted: WantedOrder,
  request: OpenRequest,
  said: ReadonlyMap<string, GatewayWord>,
): Promise<MadePage> {
  const { store, clock } = parts;
  const createdAt = await clock();
  const secret = parts.randomHex(16);
  const record: SessionRecord = {
    id: parts.randomHex(16),
    orderReference: order.orderReference,
    uniqueReference: parts.uuid(),
    ...wanted,
    createdAt,
    notifySecretHash: await parts.sha256(secret),
    correlationId: request.correlationId,
    order: request.order,
    status: 'creating',
    pspId: null,
    transactionToken: null,
    redirectUrl: null,
    redirectExpiresAt: null,
    returnedAt: null,
    sentBackAt: null,
    checkedAt: null,
    checks: 0,
    paidAt: null,
    details: null,
    detailsAttempts: 0,
  };
  const events = [
    newEvent('session_created', {
      reason: request.reason,
      previous: request.previous,
      amount: record.amount,
      currency: record.currency,
      language: order.language ?? null,
    }),
  ];
  const created = await store.createSession(record, events, nextLook(record, createdAt) ?? createdAt);
  if (created.kind === 'live') return created;
  if (created.kind === 'paid') {
    return { kind: 'completed', sessionId: created.sessionId, orderReference: order.orderReference };
  }
  if (created.kind === 'duplicate') throw new Error('The random source gave an id that exists already.');
  parts.emit(events, record);
  const payable = await findPayable(parts, record, said);
  if (payable !== null) {
    await applyEvidence(parts, record.id, { kind: 'not_opened', because: 'another page may still be paid' });
    return { kind: 'live', session: payable };
  }

  let page: HppSession;
  try {
    page = await parts.gateway.hpp.create(await toHppRequest(parts, record, order, secret), {
      timeoutMs: parts.timeouts.createPageMs,
      deadlineMs: parts.timeouts.createPageMs,
      headers: { 'X-Correlation-Id': record.correlationId },
    });
    assertWebAddress(page.redirectUrl);
  } catch (error) {
    const refused = isRefusal(error);
    parts.log.warn({ err: error, sessionId: record.id }, 'The gateway made no page');
    await applyEvidence(parts, record.id, { kind: 'not_opened', because: refused ? 'refused' : 'no answer' });
    if (refused) return { kind: 'refused' };
    const retryAfterMs = retryAfterOf(error);
    return { kind: 'unavailable', ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  }
  return recordPage(parts, record, page);
}

/**
 * A page of the order that may be paid beside the new one. Asked when the order's one place is ours, and nobody can make
 * another: between the decision and that, a whole page may have come and been declined (T62).
 */
async function findPayable(
  parts: Parts,
  made: SessionRecord,
  said: ReadonlyMap<string, GatewayWord>,
): Promise<Versioned<SessionRecord> | null> {
  const { store, clock, gateway } = parts;
  const sessions = await store.findSessions({ orderReference: made.orderReference });
  const now = await clock();
  const { declineEndsPage } = gateway.profile.redirect;
  const isPayable = ({ value }: Versioned<SessionRecord>) =>
    !endsPage(said.get(value.id)) && mayBePaidAfterDecline(value, now, declineEndsPage);
  return sessions.find(isPayable) ?? null;
}

async function recordPage(parts: Parts, record: SessionRecord, page: HppSession): Promise<MadePage> {
  // The address was born somewhere between request and reply. Early is what we tell the browser; more than the slack too
  // early would have the rule take a living page for a dead one.
  const redirectExpiresAt =
    lifeOf(page, parts.gateway.profile.redirect.lifetimeMs) +
    Math.max(record.createdAt, (await parts.clock()) - BIRTH_SLACK_MS);
  // Freshly inserted records have version 1; where a notification was faster, the loop reads the true one.
  let current: Versioned<SessionRecord> = { value: record, version: 1 };
  while (current.value.status === 'creating') {
    const next: SessionRecord = {
      ...current.value,
      status: 'open',
      pspId: page.pspId,
      transactionToken: page.token,
      redirectUrl: page.redirectUrl,
      redirectExpiresAt,
    };
    const events = [
      newEvent('session_opened', { pspId: page.pspId, pageOrigin: new URL(page.redirectUrl).origin }),
    ];
    const result = await parts.store.change({ id: record.id, version: current.version, next, events });
    if (result === 'done') {
      parts.emit(events, next);
      return { kind: 'session', session: toCheckoutSession(parts, next, await parts.clock()) };
    }
    const again = await parts.store.getSession(record.id);
    if (again === null) throw new Error(`Session ${record.id} is gone from the store.`);
    current = again;
  }
  return { kind: 'live', session: current };
}

/** As the gateway's client says, where that is a time; a day at most, in whole milliseconds (T74). */
function lifeOf({ expiresInMs }: HppSession, profileMs: number): number {
  const ms = typeof expiresInMs === 'number' && expiresInMs >= 0 ? expiresInMs : profileMs;
  return Math.round(Math.min(ms, LONGEST_LIFE_MS));
}

/** Addresses come from the configured public one alone (T6); the notification's carries the session's secret. */
async function toHppRequest(
  { settings, sha256 }: Parts,
  record: SessionRecord,
  order: OrderFacts,
  secret: string,
): Promise<HppRequest> {
  const { publicUrl } = settings;
  const proof = await returnProof(sha256, record);
  return {
    transactionType: record.transactionType,
    amount: record.amount,
    currency: record.currency,
    orderReference: record.orderReference,
    uniqueReference: record.uniqueReference,
    redirectionUrl: `${publicUrl}/return/${record.id}/success/${proof}`,
    failRedirectionUrl: `${publicUrl}/return/${record.id}/failure/${proof}`,
    callBackUrl: `${publicUrl}/notify/${record.id}/${secret}`,
    ...(order.language === undefined ? {} : { language: order.language }),
    ...(order.client === undefined ? {} : { client: order.client }),
    ...(order.udf === undefined ? {} : { udf: order.udf }),
    ...(order.configuration === undefined ? {} : { configuration: order.configuration }),
  };
}

function assertWebAddress(url: string): void {
  const scheme = URL.canParse(url) ? new URL(url).protocol : 'no address';
  if (scheme !== 'https:' && scheme !== 'http:') {
    throw new Error(`The gateway answered with a page address that is not http(s): ${scheme}`);
  }
}
