import { beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../../src/merchant/options.ts';
import { createPaidWork, type PaidWorkContext } from '../../../src/merchant/settle/paidWork.ts';
import { createRecentDetails } from '../../../src/merchant/settle/recentDetails.ts';
import { detailsOfPaid, toPayment } from '../../../src/merchant/settle/toPayment.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const NOW = 200_000;
const paid = sessionRecord({ status: 'completed', paidAt: NOW - 1_000, redirectUrl: null });
const other = sessionRecord({ ...paid, id: '1'.repeat(32), uniqueReference: 'other', pspId: '850999' });

describe('the work on a paid session', () => {
  let store: ModeStore;
  let payments: Payment[];
  let polls: string[];
  const work = (change: Partial<PaidWorkContext> = {}) =>
    createPaidWork({
      store,
      clock: async () => NOW,
      emit: () => {},
      decimals: undefined,
      hooks: { onPayment: async (payment: Payment) => void payments.push(payment) },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      gatewayPoll: {
        pollUnlessDown: async ({ id }: { id: string }) => {
          polls.push(id);
          return null;
        },
      },
      recentDetails: createRecentDetails(),
      hookTimeoutMs: 10_000,
      times: { awaitsDetails: false, detailsTimeoutMs: 1_000, authorisationPeriodMs: 1_000 },
      priceOrder: undefined,
      onUnderpaid: 'fulfil',
      deliverDetails: async () => ({ delivered: true }),
      ...change,
    } as unknown as PaidWorkContext);

  beforeEach(async () => {
    store = modeStore(memoryStore({ now: () => NOW }), true);
    payments = [];
    polls = [];
    await store.createSession({ ...paid, status: 'open', paidAt: null }, [], 9_000_000);
    await store.change({ id: paid.id, version: 1, next: paid, events: [], claimFulfilment: true });
  });

  it('T10 a second paid session does not fulfil in the place of the first', async () => {
    expect(await work()(other, undefined)).toBeNull();
    expect(payments).toEqual([]);
    expect(polls).toEqual([]);
    expect(await store.getFulfilment('A-1')).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('keeps what a notification said until the merchant has it, and polls for no more', async () => {
    const recentDetails = createRecentDetails();
    recentDetails.keep(paid.id, { cardToken: 'from the notification' } as never);
    let tries = 0;
    const onPayment = async (payment: Payment) => {
      payments.push(payment);
      if (++tries === 1) throw new Error('the shop is down');
    };
    const run = work({ recentDetails, hooks: { onPayment } });
    expect(await run(paid, { cardToken: 'from a status answer' } as never)).toBe(NOW + 2_000);
    expect(await run(paid, undefined)).toBeNull();
    expect(payments.map(({ cardToken }) => cardToken)).toEqual([
      'from the notification',
      'from the notification',
    ]);
    expect(recentDetails.of(paid.id)).toBeUndefined();
    expect(polls).toEqual([]);
  });

  it('asks the gateway where nobody knows the details, and does without where it does not answer', async () => {
    expect(await work()(paid, undefined)).toBeNull();
    expect(polls).toEqual([paid.id]);
    expect(payments.map(({ pspId, cardToken }) => [pspId, cardToken])).toEqual([['850907', null]]);
  });

  it.each([
    ['paid', 'processed', 'tok'],
    ['pending', 'pending', null],
  ])('an answer that says %s brings card details: %s, %s', async (_name, state, cardToken) => {
    const details = { ...paid, state, cardToken: 'tok', isTest: true };
    const evidence = { kind: 'transaction', source: 'status', details, test: true };
    const gatewayPoll = { pollUnlessDown: async () => ({ gatewayState: state, evidence }) };
    await work({ gatewayPoll: gatewayPoll as never })(paid, undefined);
    expect(payments.map((payment) => payment.cardToken)).toEqual([cardToken]);
  });

  it('an answer about another payment brings none', async () => {
    const details = { ...paid, state: 'processed', cardToken: 'tok', isTest: true, pspId: '1' };
    const evidence = { kind: 'transaction', source: 'status', details, test: true };
    const gatewayPoll = { pollUnlessDown: async () => ({ gatewayState: 'processed', evidence }) };
    await work({ gatewayPoll: gatewayPoll as never })(paid, undefined);
    expect(payments.map((payment) => payment.cardToken)).toEqual([null]);
  });

  it('a payment that came while its order was called unpaid waits until that call must have ended', async () => {
    const held = (change: object) =>
      work({
        store: {
          ...store,
          getFulfilment: async () => ({
            sessionId: paid.id,
            state: 'pending',
            attempts: 0,
            late: 'during_release',
            ...change,
          }),
        } as never,
      });
    const { startFulfilment } = store;
    let calls = 0;
    store = {
      ...store,
      startFulfilment: async (...given) => {
        calls += 1;
        return startFulfilment(...given);
      },
    };
    expect(await held({})(paid, undefined)).toBe(NOW - 1_000 + 10_000);
    expect(await held({})({ ...paid, paidAt: NOW - 9_999 }, undefined)).toBe(NOW + 1);
    expect([payments, calls]).toEqual([[], 0]);
    // It has ended by now, or this is not the first call, or nobody was called.
    await held({})({ ...paid, paidAt: NOW - 10_000 }, undefined);
    await held({ attempts: 1 })(paid, undefined);
    await held({ late: 'after_release' })(paid, undefined);
    expect([payments.length, calls]).toEqual([1, 3]);
  });

  it('an order that nobody has claimed is nobody’s to fulfil', async () => {
    expect(await work()({ ...paid, orderReference: 'A-2' }, undefined)).toBeNull();
    expect(payments).toEqual([]);
  });
});

describe('detailsOfPaid: details where the evidence says "paid", and no other', () => {
  const evidence = (state: string) => ({ kind: 'transaction', details: { state, cardToken: 't' } }) as never;
  it.each([
    ['paid', evidence('processed'), { state: 'processed', cardToken: 't' }],
    ['pending', evidence('pending'), undefined],
    ['declined', evidence('declined'), undefined],
    ['silence', { kind: 'expired', because: 'age' } as const, undefined],
    ['nothing', null, undefined],
  ])('%s', (_name, given, details) => {
    expect(detailsOfPaid(given)).toEqual(details);
  });
});

describe('toPayment: what the merchant is told, whole', () => {
  const ours = {
    orderReference: 'A-1',
    sessionId: paid.id,
    amount: '49.90',
    currency: 'EUR',
    expected: null,
    pspId: '850907',
    uniqueReference: paid.uniqueReference,
    transactionType: 'PURC',
    test: true,
    correlationId: paid.correlationId,
  };
  const card = {
    cardToken: 'tok',
    status: 'Processed',
    transactionToken: 'tt',
    authCode: '1',
    cardInput: 'i',
    cardNumber: '411111******1111',
    cardExpiry: '12/30',
    cardHolderName: 'n',
    cardCountry: 'DE',
    cardType: 'VISA',
    acquirer: 'a',
    email: 'e',
    clientAccount: 'c',
    is3ds: false,
    udf: { a: 'b' },
    attemptNumber: 0,
    sentAt: new Date(0),
  };

  it('our own sum and references, and all that the gateway says', () => {
    const said = { ...card, state: 'processed', amount: '1.00', pspId: 'x', orderReference: 'x' };
    expect(toPayment(paid, said as never, null)).toEqual({ ...ours, ...card });
  });

  it('null where it says nothing; the redirect’s token is our own', () => {
    const nulls = Object.fromEntries(Object.keys(card).map((name) => [name, null]));
    for (const said of [undefined, {}]) {
      expect(toPayment(paid, said as never, null)).toEqual({
        ...ours,
        ...nulls,
        transactionToken: paid.transactionToken,
      });
    }
  });

  it('what the order costs now, and no id as no text', () => {
    const price = { amount: '50.00', currency: 'EUR' };
    expect(toPayment({ ...paid, pspId: null }, undefined, price)).toMatchObject({
      pspId: '',
      expected: price,
    });
  });
});
