import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/merchant/poll/evidence.ts';
import { judge } from '../../../src/merchant/settle/judge.ts';
import type { SessionRecord, StoredStatus } from '../../../src/merchant/store/contract.ts';
import type { TransactionDetails, TransactionState } from '../../../src/protocol/gateway/transaction.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const details = (state: TransactionState, change: Partial<TransactionDetails> = {}): TransactionDetails => ({
  state,
  status: state,
  pspId: '850907',
  orderReference: 'A-1',
  uniqueReference: '5e0b1f3c-7a3d-4c43-9a0f-0f8f4c7d1b2a',
  transactionToken: null,
  amount: '49.90',
  currency: 'EUR',
  authCode: null,
  cardInput: null,
  cardNumber: null,
  cardExpiry: null,
  cardHolderName: null,
  cardCountry: null,
  cardType: null,
  cardToken: null,
  acquirer: null,
  email: null,
  clientAccount: null,
  is3ds: null,
  isTest: null,
  udf: null,
  ...change,
});
const evidence = (
  state: TransactionState,
  change: Partial<TransactionDetails> = {},
  test = true,
): Evidence => ({
  kind: 'transaction',
  source: 'status',
  details: details(state, change),
  test,
});
const typesOf = (verdict: ReturnType<typeof judge>) => verdict.events.map((event) => event.type);

describe('judge: whose money it is', () => {
  const flags = [true, false];
  for (const record of flags) {
    for (const ours of flags) {
      for (const said of [...flags, null]) {
        const matches = record === ours && (said === null || said === ours);
        it(`T3 record ${record}, handler ${ours}, gateway says ${said}: ${matches ? 'paid' : 'a mismatch'}`, () => {
          const verdict = judge(
            sessionRecord({ test: record }),
            evidence('processed', { isTest: said }, ours),
          );
          expect(typesOf(verdict)).toEqual([matches ? 'completed' : 'mismatch']);
          expect(verdict.claimFulfilment).toBe(matches);
        });
      }
    }
  }
});

describe('judge: a matching payment', () => {
  const before: [StoredStatus, string[]][] = [
    ['creating', ['completed']],
    ['open', ['completed']],
    ['pending', ['completed']],
    ['failed', ['completed', 'late_payment']],
    ['expired', ['completed', 'late_payment']],
    ['unresolved', ['completed', 'late_payment']],
  ];
  for (const [status, events] of before) {
    it(`T38 F37 money wins over ${status}`, () => {
      const verdict = judge(sessionRecord({ status }), evidence('processed'));
      expect(verdict.patch).toMatchObject({ status: 'completed', redirectUrl: null });
      expect(verdict.claimFulfilment).toBe(true);
      expect(typesOf(verdict)).toEqual(events);
    });
  }

  it('T25 changes nothing when the session is paid already', () => {
    expect(judge(sessionRecord({ status: 'completed' }), evidence('processed'))).toEqual({
      patch: null,
      claimFulfilment: false,
      events: [],
    });
  });

  it('F33 brings the gateway id when the create reply was lost', () => {
    const verdict = judge(sessionRecord({ status: 'creating', pspId: null }), evidence('processed'));
    expect(verdict.patch).toMatchObject({ status: 'completed', pspId: '850907' });
  });
});

describe('judge: T2 what is authentic but not ours settles nothing', () => {
  const wrong: [string, Partial<TransactionDetails>][] = [
    ['amount', { amount: '49.91' }],
    ['amount', { amount: '1.00' }],
    ['amount', { amount: '49,90' }],
    ['amount', { amount: '4990' }],
    ['amount', { amount: '4.99e1' }],
    ['currency', { currency: 'USD' }],
    ['currency', { currency: 'eur' }],
    ['pspId', { pspId: '850908' }],
    ['orderReference', { orderReference: 'A-2' }],
    ['orderReference', { orderReference: 'a-1' }],
    ['uniqueReference', { uniqueReference: 'other' }],
    ['isTest', { isTest: false }],
  ];
  for (const [field, change] of wrong) {
    it(`T2 ${JSON.stringify(change)}`, () => {
      for (const state of ['processed', 'declined', 'pending'] as const) {
        const verdict = judge(sessionRecord(), evidence(state, change));
        expect(verdict.patch).toBeNull();
        expect(verdict.claimFulfilment).toBe(false);
        expect(verdict.events).toEqual([
          expect.objectContaining({
            type: 'mismatch',
            data: expect.objectContaining({ differences: [expect.objectContaining({ field })] }),
          }),
        ]);
      }
    });
  }

  it('T2 names every difference of a pair', () => {
    for (const [first, one] of wrong) {
      for (const [second, two] of wrong) {
        const [event] = judge(sessionRecord(), evidence('processed', { ...one, ...two })).events;
        const differences = event?.data.differences as { field: string }[] | undefined;
        const fields = differences?.map(({ field }) => field);
        expect(new Set(fields)).toEqual(new Set([first, second]));
      }
    }
  });

  it('T2 the same sum in another spelling is the same sum', () => {
    for (const amount of ['49.9', '49.90', '49.900']) {
      expect(judge(sessionRecord(), evidence('processed', { amount })).claimFulfilment).toBe(true);
    }
  });

  it('T3 a test session is not paid for a live handler, nor the other way round', () => {
    expect(typesOf(judge(sessionRecord({ test: true }), evidence('processed', {}, false)))).toEqual([
      'mismatch',
    ]);
    expect(typesOf(judge(sessionRecord({ test: false }), evidence('processed', {}, true)))).toEqual([
      'mismatch',
    ]);
    expect(judge(sessionRecord({ test: false }), evidence('processed', {}, false)).claimFulfilment).toBe(
      true,
    );
    expect(
      typesOf(judge(sessionRecord({ test: false }), evidence('processed', { isTest: true }, false))),
    ).toEqual(['mismatch']);
  });
});

describe('judge: other words', () => {
  for (const state of ['declined', 'failed', 'cancelled', 'expired'] as const) {
    it(`${state}: ends an open session, contradicts a paid one (F36)`, () => {
      const want = state === 'expired' ? 'expired' : 'failed';
      expect(judge(sessionRecord(), evidence(state)).patch).toMatchObject({
        status: want,
        redirectUrl: null,
      });
      const paid = judge(sessionRecord({ status: 'completed' }), evidence(state));
      expect(paid.patch).toBeNull();
      expect(typesOf(paid)).toEqual(['conflict']);
      for (const status of ['failed', 'expired', 'unresolved'] as const) {
        expect(judge(sessionRecord({ status }), evidence(state)).patch).toBeNull();
      }
    });
  }

  it('F39 pending: open until the customer is back, then pending', () => {
    expect(judge(sessionRecord(), evidence('pending')).patch).toBeNull();
    expect(judge(sessionRecord({ returnedAt: 5 }), evidence('pending')).patch).toEqual({ status: 'pending' });
  });

  it('G1 an unknown word is an event, not a state', () => {
    const verdict = judge(sessionRecord(), evidence('unknown'));
    expect(verdict.patch).toBeNull();
    expect(typesOf(verdict)).toEqual(['unknown_status']);
  });

  it('S147 a lapsed authorisation is told of, and stays paid', () => {
    const verdict = judge(sessionRecord({ status: 'completed' }), evidence('lapsed'));
    expect(verdict.patch).toBeNull();
    expect(typesOf(verdict)).toEqual(['lapsed']);
  });

  it('S147 a paid authorisation that the status answer calls expired has lapsed', () => {
    const paid = sessionRecord({ status: 'completed', transactionType: 'AUTH' });
    const asked: Evidence = {
      kind: 'transaction',
      source: 'status',
      details: details('expired'),
      test: true,
    };
    expect(typesOf(judge(paid, asked))).toEqual(['lapsed']);
    expect(judge(paid, asked).patch).toBeNull();
    // A notification may be that of the page, sent late; a purchase holds nothing that could be let go.
    expect(typesOf(judge(paid, { ...asked, source: 'notification' }))).toEqual(['conflict']);
    // Nor has one that was cancelled.
    expect(typesOf(judge(paid, { ...asked, details: details('cancelled') }))).toEqual(['conflict']);
    const purchase = sessionRecord({ status: 'completed', transactionType: 'PURC' });
    expect(typesOf(judge(purchase, asked))).toEqual(['conflict']);
  });

  it('gives up on an open session as unresolved, on an ended one with the alert alone', () => {
    const open = judge(sessionRecord(), { kind: 'given_up' });
    expect(open.patch).toMatchObject({ status: 'unresolved' });
    expect(typesOf(open)).toEqual(['unresolved']);
    const ended = judge(sessionRecord({ status: 'expired' }), { kind: 'given_up' });
    expect(ended.patch).toBeNull();
    expect(typesOf(ended)).toEqual(['unresolved']);
  });
});

describe('judge: any order of news', () => {
  const news = fc.oneof(
    fc
      .constantFrom<TransactionState>(
        'processed',
        'declined',
        'failed',
        'cancelled',
        'expired',
        'pending',
        'unknown',
      )
      .map((state) => evidence(state)),
    fc.constantFrom<Evidence>(
      { kind: 'expired', because: 'age' },
      { kind: 'expired', because: 'replaced' },
      { kind: 'not_opened', because: 'no answer' },
      { kind: 'given_up' },
      evidence('processed', { amount: '1.00' }),
      evidence('processed', { pspId: '1' }),
    ),
  );

  it('T38 ends completed exactly when a matching payment was among the news, and claims once', async () => {
    await fc.assert(
      fc.property(
        fc.constantFrom<StoredStatus>('creating', 'open', 'pending'),
        fc.array(news, { maxLength: 12 }),
        (status, all) => {
          let record: SessionRecord = sessionRecord({ status });
          let claims = 0;
          for (const one of all) {
            const verdict = judge(record, one);
            if (verdict.claimFulfilment) claims++;
            if (verdict.patch !== null) record = { ...record, ...verdict.patch };
          }
          const paid = all.some(
            (one) =>
              one.kind === 'transaction' &&
              one.details.state === 'processed' &&
              one.details.amount === '49.90' &&
              one.details.pspId === '850907',
          );
          expect(record.status === 'completed').toBe(paid);
          expect(claims).toBe(paid ? 1 : 0);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe('judge: a payment that is told without its sum (N6)', () => {
  const told = (change: object, overdue = false) => ({
    ...evidence('processed'),
    details: { ...details('processed'), ...change },
    overdue,
  });

  it.each([
    ['Amount', { amount: null }],
    ['Currency', { currency: null }],
    ['UniqueReference', { pspId: null, uniqueReference: null }],
  ])(
    'T2 nothing is settled without %s; the customer waits, and the notification settles it',
    (field, change) => {
      const back = sessionRecord({ status: 'open', returnedAt: 1 });
      const verdict = judge(back, told(change));
      expect(verdict).toMatchObject({ patch: { status: 'pending' }, claimFulfilment: false });
      expect(verdict.events).toMatchObject([{ type: 'status_incomplete', data: { fields: [field] } }]);
      expect(judge(sessionRecord({ status: 'open' }), told(change)).patch).toBeNull();
      expect(typesOf(judge(back, told(change, true)))).toEqual(['payment_unconfirmed']);
    },
  );

  it.each([
    ['the order reference', { orderReference: null }],
    ['the gateway id', { pspId: null }],
    ['our reference', { uniqueReference: null }],
  ])('what is named and summed settles without %s', (_what, change) => {
    expect(judge(sessionRecord({ status: 'open' }), told(change))).toMatchObject({
      patch: { status: 'completed', pspId: '850907' },
      claimFulfilment: true,
    });
  });

  it('T38 what is told is compared all the same', () => {
    const verdict = judge(sessionRecord({ status: 'open' }), told({ amount: null, currency: 'USD' }));
    expect(verdict).toMatchObject({ patch: null, claimFulfilment: false });
    expect(typesOf(verdict)).toEqual(['mismatch']);
  });

  it('a refusal needs no sum', () => {
    const refused = {
      ...evidence('declined'),
      details: { ...details('declined'), amount: null, currency: null },
    };
    expect(judge(sessionRecord({ status: 'open' }), refused).patch).toMatchObject({ status: 'failed' });
  });
});
