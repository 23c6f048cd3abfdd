import { type DecimalsOverride, sameAmount } from '../../protocol/gateway/money.ts';
import type { PartialDetails } from '../../protocol/gateway/transaction.ts';
import { newEvent } from '../observe/events.ts';
import type { NewEvent, SessionRecord, StoredStatus } from '../store/contract.ts';

/** What we learned of a session, from somebody we may believe. An unsigned notification is not among these. */
export type Evidence =
  | {
      kind: 'transaction';
      source: 'notification' | 'status';
      details: PartialDetails;
      /** Whether the gateway client that brought it works in test mode. */
      test: boolean;
      /** A notification should have come long ago. */
      overdue?: boolean;
    }
  /** The page can no longer be paid and the gateway, asked after that, does not say it was. */
  | { kind: 'expired'; because: 'age' | 'replaced' }
  /** No page was made, or its address reached nobody. */
  | { kind: 'not_opened'; because: string }
  /** A week without a final answer. */
  | { kind: 'given_up' };

/** What follows for the record. */
export interface Verdict {
  /** The record's new state; `null` leaves it as it is. */
  patch: Partial<SessionRecord> | null;
  /** The order's fulfilment is claimed with the change. */
  claimFulfilment: boolean;
  events: readonly NewEvent[];
}

const NOTHING: Verdict = { patch: null, claimFulfilment: false, events: [] };
const OPEN: ReadonlySet<StoredStatus> = new Set<StoredStatus>(['creating', 'open', 'pending']);

/**
 * The one decision on a session's state: `completed` beats every other state, whenever it comes (money wins), and
 * nothing but evidence that matches our own record in every particular makes it (T1–T3, T38).
 *
 * created < open < pending < { failed, expired, unresolved } < completed
 */
export function judge(record: SessionRecord, evidence: Evidence, decimals?: DecimalsOverride): Verdict {
  switch (evidence.kind) {
    case 'transaction':
      return judgeTransaction(record, evidence, decimals);
    case 'expired':
      if (!OPEN.has(record.status)) return NOTHING;
      return become(record, 'expired', { because: evidence.because });
    case 'not_opened':
      if (record.status !== 'creating') return NOTHING;
      return {
        patch: { status: 'expired', redirectUrl: null },
        claimFulfilment: false,
        events: [newEvent('session_not_opened', { because: evidence.because })],
      };
    case 'given_up':
      if (record.status === 'completed' || record.status === 'unresolved') return NOTHING;
      return {
        // A session the customer was told has failed or expired stays so; the alert is for the merchant.
        patch: OPEN.has(record.status) ? { status: 'unresolved', redirectUrl: null } : null,
        claimFulfilment: false,
        events: [newEvent('unresolved', { was: record.status, returned: record.returnedAt !== null })],
      };
  }
}

/** Whether the evidence is about this session in every particular. */
export function isAbout(
  record: SessionRecord,
  evidence: Evidence & { kind: 'transaction' },
  decimals?: DecimalsOverride,
): boolean {
  return compare(record, evidence, decimals).length === 0 && missing(record, evidence.details).length === 0;
}

/**
 * What a word of a payment leaves out that says which payment it is and of what sum. A status answer may (N6): it then
 * contradicts nothing, and proves nothing.
 */
export function missing(
  record: Pick<SessionRecord, 'pspId'>,
  { amount, currency, pspId, uniqueReference }: PartialDetails,
): string[] {
  const isNamed = uniqueReference !== null || (pspId !== null && record.pspId !== null);
  return [
    ...(amount === null ? ['Amount'] : []),
    ...(currency === null ? ['Currency'] : []),
    ...(isNamed ? [] : ['UniqueReference']),
  ];
}

function judgeTransaction(
  record: SessionRecord,
  evidence: Evidence & { kind: 'transaction' },
  decimals?: DecimalsOverride,
): Verdict {
  const { details, source } = evidence;
  const differences = compare(record, evidence, decimals);
  if (differences.length > 0) {
    return { ...NOTHING, events: [newEvent('mismatch', { source, state: details.state, differences })] };
  }
  const facts = { source, state: details.state, gatewayStatus: details.status };
  switch (details.state) {
    case 'processed': {
      if (record.status === 'completed') return NOTHING;
      const fields = missing(record, details);
      if (fields.length > 0) return judgeUnconfirmed(record, fields, evidence);
      const late = !OPEN.has(record.status);
      return {
        patch: { status: 'completed', redirectUrl: null, pspId: details.pspId ?? record.pspId },
        claimFulfilment: true,
        events: [
          newEvent('completed', { ...facts, pspId: details.pspId ?? record.pspId }),
          ...(late ? [newEvent('late_payment', { was: record.status })] : []),
        ],
      };
    }
    case 'declined':
    case 'failed':
    case 'cancelled':
    case 'expired':
      if (record.status === 'completed')
        return { ...NOTHING, events: [newEvent(isLapsed(record, evidence) ? 'lapsed' : 'conflict', facts)] };
      if (!OPEN.has(record.status)) return NOTHING;
      return become(
        record,
        details.state === 'expired' ? 'expired' : 'failed',
        facts,
        details.pspId ?? record.pspId,
      );
    case 'lapsed':
      if (record.status === 'completed') return { ...NOTHING, events: [newEvent('lapsed', facts)] };
      return OPEN.has(record.status)
        ? become(record, 'expired', facts, details.pspId ?? record.pspId)
        : NOTHING;
    case 'pending':
      return judgePending(record, details, facts);
    case 'unknown':
      return { ...NOTHING, events: [newEvent('unknown_status', facts)] };
  }
}

/**
 * Some gateways have one word for a page and an authorisation that ran out. Asked about a paid authorisation, it can only be
 * the second; a notification may be that of the page, and late.
 */
function isLapsed(
  { transactionType }: SessionRecord,
  { source, details }: Evidence & { kind: 'transaction' },
): boolean {
  return transactionType === 'AUTH' && source === 'status' && details.state === 'expired';
}

/**
 * Paid, says the gateway, and not what: the customer waits, and the notification settles it. When that does not come, somebody
 * has to look.
 */
function judgeUnconfirmed(
  record: SessionRecord,
  fields: readonly string[],
  { source, overdue = false }: Evidence & { kind: 'transaction' },
): Verdict {
  const wasBack = record.status === 'open' && record.returnedAt !== null;
  return {
    patch: wasBack ? { status: 'pending' } : null,
    claimFulfilment: false,
    events: [newEvent(overdue ? 'payment_unconfirmed' : 'status_incomplete', { source, fields })],
  };
}

/** Still on its way. Shown as `pending` only once the customer is back from the page: before that it is just open. */
function judgePending(
  record: SessionRecord,
  details: PartialDetails,
  facts: Record<string, unknown>,
): Verdict {
  if (record.status === 'open' && record.returnedAt !== null) {
    return { patch: { status: 'pending' }, claimFulfilment: false, events: [newEvent('pending', facts)] };
  }
  if (record.pspId === null && details.pspId !== null && OPEN.has(record.status))
    return { ...NOTHING, patch: { pspId: details.pspId } };
  return NOTHING;
}

function become(
  record: SessionRecord,
  status: 'failed' | 'expired',
  facts: Record<string, unknown>,
  pspId = record.pspId,
): Verdict {
  return {
    patch: { status, redirectUrl: null, pspId },
    claimFulfilment: false,
    events: [newEvent(status, facts)],
  };
}

/** Every particular in which the evidence is not about our session. All are compared, always: CVE-2026-9189 is one that was not. */
function compare(
  record: SessionRecord,
  { details, test }: Evidence & { kind: 'transaction' },
  decimals?: DecimalsOverride,
): { field: string; expected: unknown; got: unknown }[] {
  const differences: { field: string; expected: unknown; got: unknown }[] = [];
  const check = (field: string, same: boolean, expected: unknown, got: unknown) => {
    if (!same) differences.push({ field, expected, got });
  };
  const isTest = details.isTest ?? test;
  const { amount, currency, pspId, orderReference, uniqueReference } = details;
  // What is not told cannot differ; `missing` says whether enough is.
  const isSum = amount === null || sameAmount(record.amount, amount, record.currency, decimals);
  check('amount', isSum, record.amount, amount);
  check('currency', currency === null || record.currency === currency, record.currency, currency);
  // The create reply may have been lost, and with it the id; the other four still have to agree.
  const isOurId = record.pspId === null || pspId === null || record.pspId === pspId;
  check('pspId', isOurId, record.pspId, pspId);
  for (const [name, told] of Object.entries({ orderReference, uniqueReference })) {
    const ours = record[name as 'orderReference' | 'uniqueReference'];
    check(name, told === null || ours === told, ours, told);
  }
  check('isTest', record.test === isTest && record.test === test, record.test, isTest);
  return differences;
}
