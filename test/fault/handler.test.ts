import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimitError, ServerError } from '../../src/gateway/errors/answerErrors.ts';
import type { Payment } from '../../src/merchant/options.ts';
import type { Evidence } from '../../src/merchant/poll/evidence.ts';
import type { RecordContext } from '../../src/merchant/record/recordContext.ts';
import { applyEvidence } from '../../src/merchant/settle/applyEvidence.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { modeStore } from '../../src/merchant/store/modeStore.ts';
import type { TransactionState } from '../../src/protocol/gateway/transaction.ts';
import { sessionRecord } from '../../src/testing/store/sessionRecord.ts';
import { deferred } from '../../src/widget/deferred.ts';
import { CARD_TOKEN } from '../support/fakeGateway.ts';
import { type HandlerHarness, handlerHarness } from '../support/handlerHarness.ts';

describe('what arrives in any order', () => {
  const steps = {
    notification: (harness: HandlerHarness) => harness.notify(),
    return: (harness: HandlerHarness, id: string) => harness.get(`/return/${id}/success`),
    sweep: async (harness: HandlerHarness) => {
      harness.advance(180_000);
      await harness.handler.sweep();
    },
  };
  type Step = keyof typeof steps;
  const orders: Step[][] = [
    ['notification', 'return', 'sweep'],
    ['notification', 'sweep', 'return'],
    ['return', 'notification', 'sweep'],
    ['return', 'sweep', 'notification'],
    ['sweep', 'notification', 'return'],
    ['sweep', 'return', 'notification'],
  ];
  for (const order of orders) {
    it(`F34 ${order.join(', ')}: the same end`, async () => {
      const tokens: (string | null)[] = [];
      const onPaymentDetails = ({ cardToken }: Payment) => void tokens.push(cardToken);
      const harness = handlerHarness({ handler: { onPaymentDetails } });
      const id = await harness.session();
      harness.gateway.pay();
      for (const step of order) {
        await steps[step](harness, id);
        await harness.drain();
      }
      expect(await harness.status(id)).toEqual({ status: 'completed', orderReference: 'A-1' });
      expect(harness.payments).toHaveLength(1);
      expect(tokens).toEqual([CARD_TOKEN]);
      expect(harness.alerts()).toEqual([]);
    });
  }

  it('F35 1,000 copies of a notification at once over four handlers: all acknowledged, one fulfilment', async () => {
    const first = handlerHarness();
    const all = [first, ...Array.from({ length: 3 }, () => handlerHarness({ store: () => first.store }))];
    await first.session();
    first.gateway.pay();
    const { body, headers } = await first.gateway.notification();
    const url = first.gateway.created[0]?.callBackUrl ?? '';
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        (all[n % 4] as HandlerHarness).handler.fetch(new Request(url, { method: 'POST', body, headers })),
      ),
    );
    for (const harness of all) await harness.drain();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(all.flatMap(({ payments }) => payments)).toHaveLength(1);
  });
});

describe('T38 compare-and-set', () => {
  const news = (state: TransactionState): Evidence => ({
    kind: 'transaction',
    source: 'status',
    test: true,
    details: {
      ...({ cardToken: null, isTest: null, transactionToken: null } as never as object),
      state,
      status: state,
      pspId: '850907',
      orderReference: 'A-1',
      uniqueReference: sessionRecord().uniqueReference,
      amount: '49.90',
      currency: 'EUR',
    } as never,
  });
  const evidence = fc.constantFrom<Evidence>(
    news('processed'),
    news('declined'),
    news('expired'),
    news('pending'),
    { kind: 'expired', because: 'replaced' },
  );

  it('whatever interleaving of four workers and five news: paid sticks, and is claimed once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(evidence, { minLength: 1, maxLength: 5 }),
        async (scheduler, all) => {
          const memory = memoryStore({ now: () => 1 });
          let claims = 0;
          const store = {
            ...memory,
            getSession: scheduler.scheduleFunction(memory.getSession),
            change: scheduler.scheduleFunction(async (change: Parameters<typeof memory.change>[0]) => {
              const result = await memory.change(change);
              if (result === 'done' && change.claimFulfilment === true) claims++;
              return result;
            }),
          };
          const records: RecordContext = {
            store: modeStore(store, true),
            clock: async () => 1,
            emit: () => {},
            decimals: undefined,
          };
          await memory.createSession(sessionRecord(), [], 0);
          const workers = [0, 1, 2, 3].map(async (worker) => {
            for (const [n, one] of all.entries())
              if (n % 4 === worker) await applyEvidence(records, sessionRecord().id, one);
          });
          await scheduler.waitFor(Promise.all(workers));
          const isPaid = all.some((one) => one.kind === 'transaction' && one.details.state === 'processed');
          expect((await memory.getSession(sessionRecord().id))?.value.status === 'completed').toBe(isPaid);
          expect(claims).toBe(isPaid ? 1 : 0);
          const log = await memory.listEvents(sessionRecord().id);
          expect(log.filter(({ type }) => type === 'completed')).toHaveLength(isPaid ? 1 : 0);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('a worker that oversleeps', () => {
  it('F44 its lease is another’s by then: its old news changes nothing, and its end of work is refused', async () => {
    const sleeper = handlerHarness();
    const other = handlerHarness({ store: () => sleeper.store });
    const id = await sleeper.session();
    for (const [unique, line] of sleeper.gateway.ledger)
      other.gateway.ledger.set(unique, { ...line, fields: { ...line.fields } });
    const answer = deferred<void>();
    const asked = deferred<void>();
    sleeper.gateway.before.retrieve = () => {
      asked.resolve();
      return answer.promise;
    };
    // It asks while the payment is pending, and sleeps on the answer.
    const asleep = sleeper.handler.settle(id);
    await asked.promise;
    sleeper.advance(60_000);
    other.gateway.pay();
    await other.handler.settle(id);
    expect(other.payments).toHaveLength(1);
    answer.resolve();
    await asleep;
    expect((await sleeper.record(id)).status).toBe('completed');
    expect((await sleeper.store.getFulfilment('A-1', true))?.state).toBe('done');
    expect(sleeper.payments).toEqual([]);
    expect(await sleeper.store.claimDue(10, 1_000, true)).toEqual([]);
  });

  it('F44 one that sleeps inside onPayment: the next one calls the hook with the same key', async () => {
    const keys: string[] = [];
    const store = memoryStore({ now: () => time });
    let time = 1_700_000_000_000;
    const make = (stuck: boolean) =>
      handlerHarness({
        store: () => store,
        handler: {
          onPayment: (_payment, { idempotencyKey }) => {
            keys.push(idempotencyKey);
            return stuck ? new Promise<void>(() => {}) : undefined;
          },
        },
      });
    const sleeper = make(true);
    await sleeper.session();
    sleeper.gateway.pay();
    const { body, headers } = await sleeper.gateway.notification();
    const url = sleeper.gateway.created[0]?.callBackUrl ?? '';
    await sleeper.handler.fetch(new Request(url, { method: 'POST', body, headers }));
    while (keys.length === 0) await new Promise(setImmediate);
    const other = make(false);
    for (const [unique, line] of sleeper.gateway.ledger) other.gateway.ledger.set(unique, line);
    await other.handler.sweep();
    expect(keys).toHaveLength(1);
    time += 60_000;
    await other.handler.sweep();
    expect(keys).toEqual(['A-1:payment', 'A-1:payment']);
    expect((await store.getFulfilment('A-1', true))?.state).toBe('done');
  });
});

describe('the gateway in trouble', () => {
  it('F5 its Retry-After is passed on, within reason', async () => {
    for (const [error, want] of [
      [new RateLimitError('slow down', { status: 429, retryAfterMs: 7_000 }), 7_000],
      [new ServerError('maintenance', { status: 503, retryAfterMs: 3_600_000 }), 30_000],
      [new ServerError('broken', { status: 500 }), 2_000],
    ] as const) {
      const harness = handlerHarness();
      harness.gateway.before.create = () => {
        throw error;
      };
      const response = await harness.open();
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'gateway_unavailable', retryAfterMs: want });
      expect(response.headers.get('retry-after')).toBe(String(want / 1_000));
    }
  });

  it('F37 a payment three days late, after the page was called expired, counts and is reported', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.set({ Status: 'Expired' });
    harness.advance(200_000);
    await harness.handler.sweep();
    expect((await harness.record(id)).status).toBe('expired');
    harness.advance(3 * 86_400_000);
    harness.gateway.pay();
    await harness.notify();
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.alerts()).toEqual(['late_payment']);
    expect(harness.payments).toHaveLength(1);
  });

  it('F2 a reply that was lost after the page was made: nobody holds the address, the order is free at once', async () => {
    const harness = handlerHarness();
    const { create } = harness.gateway.hpp;
    harness.gateway.hpp.create = async (request) => {
      await create(request);
      throw new ServerError('cut off', { status: 502 });
    };
    expect((await harness.open()).status).toBe(503);
    harness.gateway.hpp.create = create;
    expect((await harness.open()).status).toBe(201);
    const [second, first] = await harness.store.findSessions({ orderReference: 'A-1', test: true });
    expect([first?.value.status, second?.value.status].sort()).toEqual(['expired', 'open']);
  });

  it('F47 a status that an older release wrote is kept and answered', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const stored = await harness.store.getSession(id);
    if (stored === null) throw new Error('no session');
    const next = { ...stored.value, status: 'reviewing' as never };
    await harness.store.change({ id, version: stored.version, next, events: [] });
    expect((await harness.get(`/session/${id}`)).status).toBe(200);
    harness.gateway.pay();
    await harness.notify();
    expect((await harness.record(id)).status).toBe('completed');
  });
});
