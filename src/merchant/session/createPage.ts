import type { CheckoutGateway } from '../../gateway/checkoutGateway.ts';
import type { HppSession } from '../../gateway/types.ts';
import { newEvent } from '../observe/events.ts';
import type { FailureLog } from '../observe/failureLog.ts';
import type { OrderFacts } from '../options.ts';
import { sha256 } from '../platform/sha256.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import { isRefusal, retryAfterOf } from '../poll/gatewayErrors.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { Settings } from '../settings.ts';
import { applyEvidence } from '../settle/applyEvidence.ts';
import { nextPollAt } from '../settle/schedule.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import type { WantedOrder } from './decideNextPage.ts';
import type { OpenRequest, OpenResult } from './openResult.ts';
import { recordPage } from './recordPage.ts';
import { assertPageAddress, toHppRequest } from './toHppRequest.ts';

export type MadePage = OpenResult | { kind: 'live'; session: Versioned<SessionRecord> };

export interface CreatePageContext extends RecordContext {
  readonly gateway: Pick<CheckoutGateway, 'hpp' | 'profile' | 'test'>;
  /** Every address that we hand out begins with it (T6). */
  readonly publicAddress: Pick<Settings, 'publicUrl' | 'publicOrigin'>;
  /** Random bytes as hex digits. */
  readonly randomHex: (bytes: number) => string;
  readonly uuid: () => string;
  readonly timeouts: Pick<HandlerTimeouts, 'createPageMs'>;
  readonly failures: FailureLog;
}

/**
 * Records a new session, has the gateway make its page, and records the page. In this order: a notification may be
 * faster than the reply (F33), and a crash in between leaves a record that the sweep polls about (F41).
 *
 * The address is handed out only after it was recorded on a session that is still `creating`. So a session whose create
 * call failed, timed out or lost its reply has an address that nobody holds, and a new one may be made at once (F2).
 *
 * @param known the ids of the order's sessions that were decided on: where there is another one by now, that comes back, even if
 *   it has ended. Between the decision and the creation a whole page may have come and been declined (T62).
 */
export async function createPage(
  context: CreatePageContext,
  order: OrderFacts,
  wanted: WantedOrder,
  request: OpenRequest,
  known: readonly string[],
): Promise<MadePage> {
  const { store, emit } = context;
  const secret = context.randomHex(16);
  const record = await newRecord(context, order, wanted, request, secret);
  const events = [
    newEvent('session_created', {
      reason: request.reason,
      previous: request.previous,
      amount: record.amount,
      currency: record.currency,
      language: order.language ?? null,
    }),
  ];
  const { createdAt } = record;
  const dueAt = nextPollAt(record, createdAt) ?? createdAt;
  const created = await store.createSession(record, events, dueAt, known);
  if (created.kind === 'live') return created;
  if (created.kind === 'paid') {
    return { kind: 'completed', sessionId: created.sessionId, orderReference: order.orderReference };
  }
  if (created.kind === 'duplicate') throw new Error('The random source gave an id that exists already.');
  emit(events, record);
  const page = await callGateway(context, record, order, secret);
  if ('kind' in page) return page;
  const recorded = await recordPage(context, record, page);
  return 'version' in recorded ? { kind: 'live', session: recorded } : { kind: 'session', session: recorded };
}

async function newRecord(
  { clock, randomHex, uuid }: CreatePageContext,
  { orderReference }: OrderFacts,
  wanted: WantedOrder,
  { correlationId, order }: OpenRequest,
  secret: string,
): Promise<SessionRecord> {
  return {
    id: randomHex(16),
    orderReference,
    uniqueReference: uuid(),
    ...wanted,
    createdAt: await clock(),
    notifySecretHash: await sha256(secret),
    correlationId,
    order,
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
    endedAt: null,
    pendingToldAt: null,
    pendingAttempts: 0,
  };
}

/** The gateway's page, or why there is none; the session has ended then. */
async function callGateway(
  context: CreatePageContext,
  record: SessionRecord,
  order: OrderFacts,
  secret: string,
): Promise<HppSession | (OpenResult & { kind: 'refused' | 'unavailable' })> {
  const { gateway, publicAddress, timeouts, failures } = context;
  try {
    const request = await toHppRequest(publicAddress.publicUrl, record, order, secret);
    const page = await gateway.hpp.create(request, {
      timeoutMs: timeouts.createPageMs,
      deadlineMs: timeouts.createPageMs,
      headers: { 'X-Correlation-Id': record.correlationId },
    });
    assertPageAddress(page.redirectUrl);
    failures.succeeded('payment pages');
    return page;
  } catch (error) {
    const refused = isRefusal(error);
    failures.failed('payment pages', error, 'The gateway made no page', { sessionId: record.id });
    const because = refused ? 'refused' : 'no answer';
    await applyEvidence(context, record.id, { kind: 'not_opened', because });
    if (refused) return { kind: 'refused' };
    const retryAfterMs = retryAfterOf(error);
    return { kind: 'unavailable', ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  }
}
