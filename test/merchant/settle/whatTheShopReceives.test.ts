import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutHandlerOptions, Payment, PaymentContext } from '../../../src/merchant/options.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

type Call = [payment: Payment, context: PaymentContext];

/** A handler with a shop's `onPayment`, and a note of each call. */
function shop(failures = 0, options: Partial<CheckoutHandlerOptions> = {}) {
  const calls: Call[] = [];
  const harness = handlerHarness({
    handler: {
      onPayment: async (...call) => {
        calls.push(call);
        if (calls.length <= failures) throw new Error('warehouse is closed');
      },
      ...options,
    },
  });
  return { harness, calls };
}

async function payment(harness: HandlerHarness, calls: Call[]) {
  const id = await harness.session();
  harness.gateway.pay();
  await harness.notify();
  const [call] = calls;
  if (call === undefined) throw new Error('onPayment was not called.');
  return { id, told: call[0], context: call[1], sent: harness.gateway.created[0] };
}

describe('what onPayment is told', () => {
  const { harness, calls } = shop();
  let paid: ReturnType<typeof payment>;
  beforeAll(() => {
    paid = payment(harness, calls);
    return paid.then(() => {});
  });

  it('M1 the order reference of resolveOrder', async () => {
    expect((await paid).told.orderReference).toBe('A-1');
  });
  it('M2 the session', async () => {
    expect((await paid).told.sessionId).toBe((await paid).id);
  });
  it('M3 M4 the amount as a decimal string, and the currency', async () => {
    expect((await paid).told).toMatchObject({ amount: '49.90', currency: 'EUR' });
  });
  it('M5 the gateway’s number of the transaction, as a string', async () => {
    expect((await paid).told.pspId).toBe('850907');
  });
  it('M6 the unique reference that the gateway was sent', async () => {
    expect((await paid).told.uniqueReference).toMatch(/^[\da-f-]{36}$/);
    expect((await paid).told.uniqueReference).toBe((await paid).sent?.uniqueReference);
  });
  it('M7 M8 a purchase, in test', async () => {
    expect((await paid).told).toMatchObject({ transactionType: 'PURC', test: true });
  });
  it('M9 the id that the log lines of this session carry', async () => {
    const { told } = await paid;
    expect(told.correlationId).toBe((await harness.record(told.sessionId)).correlationId);
    expect(harness.logs.some((line) => line.includes(told.correlationId))).toBe(true);
  });
  it('M10 the card token that the notification carried', async () => {
    expect((await paid).told.cardToken).toBe(CARD_TOKEN);
  });
  it('M11 M12 its key, and that it is the first call', async () => {
    expect((await paid).context).toMatchObject({ idempotencyKey: 'A-1:payment', attempt: 1 });
  });
  it('M15 without a status call, since the notification was enough', async () => {
    await paid;
    expect(harness.gateway.asked).toEqual([]);
  });
});

describe('how onPayment is called', () => {
  it('M11 M12 M14 again with the same key and the next number after a failure, and not after it is done', async () => {
    const { harness, calls } = shop(2);
    await payment(harness, calls);
    for (let n = 0; n < 6; n++) {
      harness.advance(60_000);
      await harness.handler.sweep();
    }
    expect(calls.map(([, { attempt }]) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(calls.map(([, { idempotencyKey }]) => idempotencyKey)).size).toBe(1);
  });

  it('M13 with a signal that aborts when its time is over', async () => {
    const aborted: boolean[] = [];
    const { harness } = shop(0, {
      limits: { hookTimeoutMs: 20 },
      onPayment: (_payment, { signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted.push(signal.aborted);
            resolve();
          });
        }),
    });
    await harness.session();
    harness.gateway.pay();
    await harness.notify();
    expect(aborted).toEqual([true]);
  });

  it('M7 says AUTH where the order asks for an authorisation', async () => {
    const { harness, calls } = shop(0, {
      resolveOrder: () => ({
        orderReference: 'A-1',
        amount: '49.90',
        currency: 'EUR',
        transactionType: 'AUTH',
      }),
    });
    expect((await payment(harness, calls)).told.transactionType).toBe('AUTH');
  });

  it('M8 says that it is no test where the gateway is live', async () => {
    const calls: Call[] = [];
    const harness = handlerHarness({
      gateway: { test: false },
      handler: { onPayment: (...call) => void calls.push(call) },
    });
    expect((await payment(harness, calls)).told.test).toBe(false);
  });
});

describe('what the notification says reaches the shop', () => {
  /** Every field of the interface document's notification, in its spelling; none repeats another's value. */
  const FIELDS = {
    AttemptNumber: 3,
    SentDateTime: 1_763_733_000,
    AuthCode: '831000',
    CardInput: true,
    CardNumber: '424242******4242',
    CardExpiry: '12/2031',
    CardHolderName: 'ADA MORROW',
    CardCountry: 'MLT',
    CardType: 'VISA',
    CardToken: CARD_TOKEN,
    Acquirer: 'Sandbank',
    Email: 'ada@example.com',
    ClientAccount: 'customer-1',
    Is3DS: true,
    UDF: { MerchantField1: 'basket 42', nested: { any: ['thing'] } },
    Status: 'Processed',
  };

  async function told(hook: 'onPayment' | 'onPaymentDetails', change: Record<string, unknown> = {}) {
    const calls: Payment[] = [];
    const harness = handlerHarness({ handler: { [hook]: (payment: Payment) => void calls.push(payment) } });
    const sessionId = await harness.session();
    expect((await harness.notify({ ...FIELDS, ...change })).status).toBe(200);
    const [payment] = calls;
    if (payment === undefined) throw new Error(`${hook} was not called.`);
    const { correlationId, transactionToken, uniqueReference } = await harness.record(sessionId);
    return { payment, harness, ours: { sessionId, correlationId, transactionToken, uniqueReference } };
  }

  for (const hook of ['onPayment', 'onPaymentDetails'] as const) {
    it(`M16 M17 M22–M37 S53 S131 S156 ${[...Array(21).keys()].map((n) => `S${163 + n}`).join(' ')} ${hook} is told all of it, in full`, async () => {
      const { payment, ours } = await told(hook);
      expect(payment).toEqual({
        ...ours,
        orderReference: 'A-1',
        amount: '49.90',
        currency: 'EUR',
        expected: hook === 'onPayment' ? { amount: '49.90', currency: 'EUR' } : null,
        pspId: '850907',
        transactionType: 'PURC',
        test: true,
        cardToken: CARD_TOKEN,
        status: 'Processed',
        authCode: '831000',
        cardInput: true,
        cardNumber: '424242******4242',
        cardExpiry: { month: 12, year: 2031 },
        cardHolderName: 'ADA MORROW',
        cardCountry: 'MLT',
        cardType: 'VISA',
        acquirer: 'Sandbank',
        email: 'ada@example.com',
        clientAccount: 'customer-1',
        is3ds: true,
        udf: { MerchantField1: 'basket 42', nested: { any: ['thing'] } },
        attemptNumber: 3,
        sentAt: new Date(1_763_733_000_000),
      });
    });

    it(`M16 S182 ${hook} is told null for each field that is left out`, async () => {
      const nothing = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, undefined]));
      const { payment } = await told(hook, { ...nothing, Status: 'Processed' });
      const { cardToken, authCode, cardExpiry, udf, clientAccount, attemptNumber, sentAt } = payment;
      expect({ cardToken, authCode, cardExpiry, udf, clientAccount, attemptNumber, sentAt }).toEqual({
        cardToken: null,
        authCode: null,
        cardExpiry: null,
        udf: null,
        clientAccount: null,
        attemptNumber: null,
        sentAt: null,
      });
      expect(Object.values(payment)).not.toContain(undefined);
    });
  }

  it('S173 T12 the number stays masked though the gateway sends it in full', async () => {
    const { payment } = await told('onPayment', { CardNumber: '4242424242424242' });
    expect(payment.cardNumber).toBe('424242******4242');
  });

  it('T12 none of what describes card and customer stands in logs and events', async () => {
    const { harness } = await told('onPaymentDetails');
    const kept = JSON.stringify([
      harness.logs,
      harness.events,
      await harness.store.listEvents(harness.payments[0]?.sessionId ?? ''),
    ]);
    for (const secret of [CARD_TOKEN, 'ADA MORROW', 'ada@example.com', '831000', 'customer-1', 'basket 42']) {
      expect(kept).not.toContain(secret);
    }
    const [notice] = await harness.store.listNotifications(harness.payments[0]?.sessionId ?? '', 1);
    expect(JSON.stringify(notice)).not.toContain(CARD_TOKEN);
  });

  it('M19 what the order costs when the payment settles', async () => {
    const { payment } = await told('onPayment');
    expect(payment.expected).toEqual({ amount: '49.90', currency: 'EUR' });
  });

  it('M21 why resolveOrder is asked', async () => {
    const reasons: string[] = [];
    const { harness, calls } = shop(0, {
      resolveOrder: (_order, { reason }) => {
        reasons.push(reason);
        return { orderReference: 'A-1', amount: '49.90', currency: 'EUR' };
      },
    });
    await payment(harness, calls);
    expect(reasons).toEqual(['session', 'settle']);
  });
});
