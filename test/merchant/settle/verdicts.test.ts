import { describe, expect, it } from 'vitest';
import type { Evidence, TransactionEvidence } from '../../../src/merchant/poll/evidence.ts';
import { judge, type Verdict } from '../../../src/merchant/settle/judge.ts';
import type { SessionRecord, StoredStatus } from '../../../src/merchant/store/contract.ts';
import type { PartialDetails, TransactionState } from '../../../src/protocol/gateway/transaction.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * Every kind of evidence against every status, whole: the patch, the claim and each event with its data. What a verdict does
 * beside what it should is as wrong as what it fails to do.
 */

const OPEN = ['creating', 'open', 'pending'] as const;
const ENDED = ['failed', 'expired', 'unresolved'] as const;
const ALL: readonly StoredStatus[] = [...OPEN, ...ENDED, 'completed'];
const NOTHING: Verdict = { patch: null, claimFulfilment: false, events: [] };
const { uniqueReference, orderReference } = sessionRecord();

function told(state: TransactionState, change: Partial<PartialDetails> = {}): TransactionEvidence {
  const details = {
    state,
    status: `Gateway says ${state}`,
    pspId: '850907',
    orderReference,
    uniqueReference,
    amount: '49.90',
    currency: 'EUR',
    isTest: true,
    ...change,
  };
  return { kind: 'transaction', source: 'status', details: details as PartialDetails, test: true };
}
const factsOf = (state: TransactionState) => ({
  source: 'status',
  state,
  gatewayStatus: `Gateway says ${state}`,
});

/** A verdict for each status that it is not "nothing" for. */
type Verdicts = Partial<Record<StoredStatus, Verdict>>;
const forEach = (statuses: readonly StoredStatus[], verdict: (status: StoredStatus) => Verdict): Verdicts =>
  Object.fromEntries(statuses.map((status) => [status, verdict(status)]));
const noted = (...events: Verdict['events']): Verdict => ({ patch: null, claimFulfilment: false, events });

const ends = (state: TransactionState, status: 'failed' | 'expired'): Verdicts =>
  forEach(OPEN, () => ({
    patch: { status, redirectUrl: null, pspId: '850907' },
    claimFulfilment: false,
    events: [{ type: status, data: factsOf(state) }],
  }));
const silence = (because: 'age' | 'replaced'): Verdicts =>
  forEach(OPEN, () => ({
    patch: { status: 'expired', redirectUrl: null, pspId: '850907' },
    claimFulfilment: false,
    events: [{ type: 'expired', data: { because } }],
  }));
const paid: Verdict = {
  patch: { status: 'completed', redirectUrl: null, pspId: '850907' },
  claimFulfilment: true,
  events: [{ type: 'completed', data: { ...factsOf('processed'), pspId: '850907' } }],
};
const contradicted = (state: TransactionState): Verdicts => ({
  completed: noted({ type: 'conflict', data: factsOf(state) }),
});
const incomplete = (type: string) => noted({ type, data: { source: 'status', fields: ['Amount'] } });
const givenUp = (was: StoredStatus, patch: Partial<SessionRecord> | null): Verdict => ({
  patch,
  claimFulfilment: false,
  events: [{ type: 'unresolved', data: { was, returned: false } }],
});

const TABLE: readonly [name: string, evidence: Evidence, Verdicts, record?: Partial<SessionRecord>][] = [
  [
    'processed',
    told('processed'),
    {
      ...forEach(OPEN, () => paid),
      ...forEach(ENDED, (was) => ({
        ...paid,
        events: [...paid.events, { type: 'late_payment', data: { was } }],
      })),
    },
  ],
  ['declined', told('declined'), { ...ends('declined', 'failed'), ...contradicted('declined') }],
  ['failed', told('failed'), { ...ends('failed', 'failed'), ...contradicted('failed') }],
  ['cancelled', told('cancelled'), { ...ends('cancelled', 'failed'), ...contradicted('cancelled') }],
  ['expired', told('expired'), { ...ends('expired', 'expired'), ...contradicted('expired') }],
  [
    'lapsed',
    told('lapsed'),
    { ...ends('lapsed', 'expired'), completed: noted({ type: 'lapsed', data: factsOf('lapsed') }) },
  ],
  ['pending, not returned', told('pending'), {}],
  [
    'pending, returned',
    told('pending'),
    {
      open: {
        patch: { status: 'pending' },
        claimFulfilment: false,
        events: [{ type: 'pending', data: factsOf('pending') }],
      },
    },
    { returnedAt: 5 },
  ],
  [
    'pending, with a gateway id that we lack',
    told('pending'),
    forEach(OPEN, () => ({ patch: { pspId: '850907' }, claimFulfilment: false, events: [] })),
    { pspId: null },
  ],
  ['pending, and nobody has a gateway id', told('pending', { pspId: null }), {}, { pspId: null }],
  [
    'unknown',
    told('unknown'),
    forEach(ALL, () => noted({ type: 'unknown_status', data: factsOf('unknown') })),
  ],
  [
    'paid of no sum',
    told('processed', { amount: null }),
    forEach([...OPEN, ...ENDED], () => incomplete('status_incomplete')),
  ],
  [
    'paid of no sum, overdue',
    { ...told('processed', { amount: null }), overdue: true },
    forEach([...OPEN, ...ENDED], () => incomplete('payment_unconfirmed')),
  ],
  [
    'paid of no sum, returned',
    told('processed', { amount: null }),
    {
      ...forEach([...OPEN, ...ENDED], () => incomplete('status_incomplete')),
      open: { ...incomplete('status_incomplete'), patch: { status: 'pending' } },
    },
    { returnedAt: 5 },
  ],
  [
    'another sum',
    told('processed', { amount: '49.91' }),
    forEach(ALL, () =>
      noted({
        type: 'mismatch',
        data: {
          source: 'status',
          state: 'processed',
          differences: [{ field: 'amount', expected: '49.90', got: '49.91' }],
        },
      }),
    ),
  ],
  ['silence, by age', { kind: 'expired', because: 'age' }, silence('age')],
  ['silence, replaced', { kind: 'expired', because: 'replaced' }, silence('replaced')],
  [
    'not opened',
    { kind: 'not_opened', because: 'no answer' },
    {
      creating: {
        patch: { status: 'expired', redirectUrl: null },
        claimFulfilment: false,
        events: [{ type: 'session_not_opened', data: { because: 'no answer' } }],
      },
    },
  ],
  [
    'given up',
    { kind: 'given_up' },
    {
      ...forEach(OPEN, (was) => givenUp(was, { status: 'unresolved', redirectUrl: null })),
      ...forEach(['failed', 'expired'], (was) => givenUp(was, null)),
    },
  ],
];

describe.each(TABLE)('judge, whole: %s', (_name, evidence, verdicts, change) => {
  it.each(ALL)('while %s', (status) => {
    const record = sessionRecord({ status, ...change });
    expect(judge(record, evidence)).toEqual(verdicts[status] ?? NOTHING);
  });
});

describe('judge, whole: which gateway id is kept', () => {
  const idAfter = (state: TransactionState, ours: string | null, theirs: string | null) => {
    const { patch, events } = judge(sessionRecord({ pspId: ours }), told(state, { pspId: theirs }));
    return [patch?.pspId, events[0]?.data.pspId];
  };

  it.each(['processed', 'declined', 'lapsed'] as const)('of one that is %s', (state) => {
    const event = state === 'processed' ? '850907' : undefined;
    expect(idAfter(state, '850907', null)).toEqual(['850907', event]);
    expect(idAfter(state, null, '850907')).toEqual(['850907', event]);
  });

  it('and whether the customer was back when we gave up', () => {
    const [event] = judge(sessionRecord({ returnedAt: 5 }), { kind: 'given_up' }).events;
    expect(event).toEqual({ type: 'unresolved', data: { was: 'open', returned: true } });
  });
});
