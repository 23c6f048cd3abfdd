import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import {
  came,
  card,
  DECLINED,
  type ForeignOrder,
  type ForeignShop,
  openForeignShop,
} from '../support/foreign/foreignShop.ts';
import type { ForeignOptions } from '../support/foreign/startForeignGateway.ts';
import { profile } from './ways.ts';

/*
 * Our client when the gateway of somebody else refuses, breaks off, is slow, or signs wrongly. What the gateway holds in the
 * end is looked at each time: nothing is paid twice, and what is not known is found out.
 */

let shop: ForeignShop;
beforeAll(async () => {
  shop = await openForeignShop();
});
afterAll(() => shop.close());

describe('what goes wrong', () => {
  const unknown = { error: 'outcome_unknown' };

  /** One order under options of its own, and what `call` comes to. */
  async function under<T>(options: ForeignOptions, call: (request: ForeignOrder) => Promise<T>) {
    const request = shop.order();
    await shop.foreign.set(options, request.orderReference);
    const result = await came(call(request));
    const { transactions, requests } = await shop.foreign.state(request.orderReference);
    return { request, result, transactions, sent: requests.map(({ endpoint }) => endpoint) };
  }
  const recover = async (call: Promise<unknown>) =>
    call.then(
      () => 'no error',
      (error) => came(error.recover()),
    );
  type Call = (over?: Partial<GatewayOptions>) => (request: ForeignOrder) => Promise<unknown>;
  const purchase: Call = (over = {}) => {
    const gateway = shop.client(over);
    return (request: ForeignOrder) => gateway.payments.purchase({ ...request, paymentCredentials: card() });
  };
  const create: Call = (over = {}) => {
    const gateway = shop.client(over);
    return (request: ForeignOrder) => gateway.hpp.create(request);
  };

  it.concurrent.each([
    ['wrong', 'ifPresent'],
    ['wrong', 'require'],
    ['none', 'require'],
  ] as const)('N16 answers signed %s where signatures are %s', async (responseSignature, responses) => {
    const over = profile({ signature: { responses } });
    const created = await under({ responseSignature }, create(over));
    expect(created.result).toEqual({ ...unknown, cause: 'response_signature_invalid' });
    const paid = await under({ responseSignature }, purchase(over));
    expect(paid.result).toEqual({ ...unknown, cause: 'response_signature_invalid' });
    const status = await came(
      shop.client(over).transactions.retrieve({ orderReference: paid.request.orderReference }),
    );
    expect(status).toMatchObject({ error: 'response_signature_invalid' });
    expect([created.transactions.length, paid.transactions.length]).toEqual([1, 1]);
  });

  for (const [endpoint, call] of [
    ['create', create],
    ['execute', purchase],
  ] as const) {
    it.concurrent(`T11 ${endpoint} cut before it was heard: unknown, sent once, and found out`, async () => {
      const { result, transactions, sent, request } = await under(
        { faults: { [endpoint]: { cut: 'before' } } },
        call({ retries: 2 }),
      );
      expect(result).toMatchObject(unknown);
      expect({ transactions, sent }).toEqual({ transactions: [], sent: [endpoint] });
      expect(await recover(call()(request))).toMatchObject({ error: 'not_found' });
    });

    it.concurrent.each(['after', 'middle'])(
      `T11 ${endpoint} cut %s the payment: unknown, sent once, and found out`,
      async (cut) => {
        const options = { faults: { [endpoint]: { cut, times: 1 } }, statusFields: 'profile' };
        const request = shop.order();
        await shop.foreign.set(options, request.orderReference);
        const error = await call({ retries: 2 })(request).then(
          () => null,
          (thrown) => thrown,
        );
        expect(error).toMatchObject({ code: 'outcome_unknown', uniqueReference: request.uniqueReference });
        const { transactions, requests } = await shop.foreign.state(request.orderReference);
        expect([transactions.length, requests.length]).toEqual([1, 1]);
        expect(await error.recover()).toMatchObject({
          state: endpoint === 'create' ? 'pending' : 'processed',
          pspId: String(transactions[0]?.pspId),
          uniqueReference: request.uniqueReference,
        });
        // The same request by hand: the gateway knows the reference.
        await call()(request);
        expect((await shop.foreign.state(request.orderReference)).transactions).toHaveLength(1);
      },
    );

    it.concurrent(`T11 ${endpoint} slower than the limit: unknown, and found out`, async () => {
      const { result, sent } = await under(
        { faults: { [endpoint]: { slowAfterMs: 400 } } },
        call({ retries: 2, timeoutMs: 150 }),
      );
      expect(result).toEqual({ ...unknown, cause: 'timeout' });
      expect(sent).toEqual([endpoint]);
    });

    it.concurrent.each([500, 503, 504])(`N19 ${endpoint} answered %i: unknown, sent once`, async (status) => {
      const { result, sent } = await under({ faults: { [endpoint]: { status } } }, call({ retries: 2 }));
      expect(result).toEqual({ ...unknown, cause: 'server_error' });
      expect(sent).toEqual([endpoint]);
    });

    it.concurrent(`N25 ${endpoint} answered 429 once: sent again after the time that was asked for`, async () => {
      const { result, sent } = await under(
        { faults: { [endpoint]: { status: 429, retryAfter: 1, times: 1 } } },
        call({ retries: 2 }),
      );
      expect(result).toMatchObject({ pspId: expect.any(String) });
      expect(sent).toEqual([endpoint, endpoint]);
    });
  }

  it.concurrent.each([
    ['cut before', { cut: 'before', times: 1 }],
    ['cut in the middle', { cut: 'middle', times: 1 }],
    ['cut after', { cut: 'after', times: 1 }],
    ['503', { status: 503, times: 2 }],
    ['429', { status: 429, retryAfter: 0, times: 1 }],
  ])('N19 a status call is repeated: %s', async (_name, retrieve) => {
    const { request, result } = await under({}, create());
    expect(result).toMatchObject({ status: 'PENDING' });
    const { orderReference } = request;
    await shop.foreign.set({ faults: { retrieve }, statusFields: 'profile' }, orderReference);
    expect(await came(shop.client({ retries: 2 }).transactions.retrieve({ orderReference }))).toMatchObject({
      state: 'pending',
      orderReference,
    });
  });

  /** `under200`: what it comes to where such a refusal is no HTTP failure; else a payment that was not made. */
  const REFUSALS = [
    { what: 'wrong credentials', over: { clientSecret: 'x' }, code: 'authentication_failed' },
    {
      what: 'a wrong signature',
      over: { signatureSecret: 'x' },
      code: 'authentication_failed',
      // By the client's secret, the answer is signed wrongly too.
      under200: { ...unknown, cause: 'response_signature_invalid' },
    },
    { what: 'full card details', options: { fullCard: false }, code: 'permission_denied' },
    { what: 'an unknown card token', token: true, code: 'not_found' },
    {
      what: 'a reference used before',
      options: { repeatedReference: 'reject' },
      twice: true,
      code: 'conflict',
    },
  ];
  for (const { what, over, options, token = false, twice = false, code, under200 } of REFUSALS) {
    const refused = (more: ForeignOptions) =>
      under({ ...options, ...more }, async (request) => {
        const { payments } = shop.client(over);
        const pay = () =>
          payments.purchase(
            token
              ? { ...request, card: { cardToken: 'nobody-knows-it' } }
              : { ...request, paymentCredentials: card() },
          );
        if (twice) await pay();
        return pay();
      });

    for (const body of ['json', 'html', 'empty']) {
      it.concurrent(`N19 ${what}, refused: ${code}, with a body of ${body}`, async () => {
        const { result, transactions } = await refused({ failureBody: body });
        expect(result).toEqual({ error: code, cause: undefined });
        expect(transactions).toHaveLength(twice ? 1 : 0);
      });
    }
    it.concurrent(`S188 G12 ${what}, refused under HTTP 200: no payment`, async () => {
      const { result, transactions, request } = await refused({ failuresAs: 'ok200' });
      expect(result).toEqual(
        under200 ?? {
          kind: 'declined',
          pspId: null,
          message: expect.stringMatching(/./),
          gatewayCode: null,
          uniqueReference: request.uniqueReference,
          orderReference: request.orderReference,
          raw: expect.anything(),
        },
      );
      expect(transactions).toHaveLength(twice ? 1 : 0);
    });
  }

  it.concurrent.each([
    ['what the foreign gateway promises', 'promised', ['pspId', 'orderReference', 'errorMessage']],
    ['a word alone', ['Status'], []],
    ['a sum without a currency', ['Status', 'PspId', 'Amount'], ['pspId', 'amount']],
  ] as const)('S18 N6 a status answer with %s: the rest is null', async (_what, statusFields, names) => {
    const { request } = await under({ statusFields }, purchase());
    const { orderReference } = request;
    const result = (await shop.client().transactions.retrieve({ orderReference })) as never as Record<
      string,
      unknown
    >;
    const { pspId } = await shop.held(orderReference);
    const told: Record<string, unknown> = {
      pspId: String(pspId),
      orderReference,
      amount: '10.50',
      errorMessage: null,
    };
    const nothing = Object.fromEntries(Object.keys(result).map((name) => [name, null]));
    expect({ ...result }).toEqual({
      ...nothing,
      state: 'processed',
      status: 'Processed',
      unreadable: [],
      raw: expect.anything(),
      ...Object.fromEntries(names.map((name) => [name, told[name]])),
    });
    await foreignAnswersWithout('Status', orderReference);
  });
  async function foreignAnswersWithout(field: string, orderReference: string) {
    await shop.foreign.set({ statusOmit: [field] }, orderReference);
    const result = await came(shop.client().transactions.retrieve({ orderReference }));
    expect(result).toMatchObject({ error: 'response_invalid' });
  }

  it.concurrent('S188 other calls refused under HTTP 200 are rejected', async () => {
    const { result, transactions } = await under(
      { failuresAs: 'ok200', repeatedReference: 'reject' },
      async (request) => {
        await create()(request);
        return create()(request);
      },
    );
    expect(result).toEqual({ error: 'rejected', cause: undefined });
    expect(transactions).toHaveLength(1);
  });

  it.concurrent('S138 S100 a decline under an HTTP failure is no payment either', async () => {
    const { result, transactions } = await under({ declineHttpStatus: 402 }, (request) =>
      shop.client().payments.purchase({ ...request, paymentCredentials: card(DECLINED) }),
    );
    expect(result).toMatchObject({ error: 'http_error' });
    expect(transactions).toMatchObject([{ status: 'Declined' }]);
  });

  it.concurrent('N21 N24 notifications: unsigned and wrongly signed ones are told apart from signed ones', async () => {
    const gateway = shop.client();
    for (const [notifySignature, code] of [
      ['none', 'signature_missing'],
      ['wrong', 'signature_mismatch'],
    ] as const) {
      const { request } = await under({ notifySignature }, purchase());
      const told = await shop.notified(request.orderReference);
      expect(await came(gateway.notifications.verify(told))).toMatchObject({ error: code });
    }
  });
});
