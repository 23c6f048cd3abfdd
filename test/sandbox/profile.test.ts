import { afterEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import type { GatewayProfile } from '../../src/protocol/gateway/profile.ts';
import { fieldList, none, rawBodyHmac } from '../../src/protocol/gateway/signature.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { credentials, directRequest, hppRequest, makeToken, openShop, type Shop, typed } from './shop.ts';

type Over = Parameters<typeof defineProfile>[0];

let shop: Shop;
const open = (over: Over, options: SandboxOptions = {}): Shop => {
  shop = openShop({ pciLevel: 'saq-d', profile: defineProfile(over), ...options });
  return shop;
};
afterEach(() => shop.close());

/** Creates a page and pays on it with a card. */
async function paid(over: Record<string, unknown> = {}) {
  const created = await shop.create(over);
  const step = await shop.sandbox.page.choose(created.body.token, typed());
  await shop.sandbox.settle();
  return { ...created.body, step };
}

/** A client that keeps the default profile, against the sandbox's changed one. */
function clientOfDefaults(): Shop {
  const { sandbox } = shop;
  const other = openShop({ credentials: sandbox.credentials });
  const call: Shop['call'] = async (operation, body, options) => {
    const spare = other.sandbox.fetch;
    other.sandbox.fetch = sandbox.fetch;
    try {
      return await other.call(operation, body, options);
    } finally {
      other.sandbox.fetch = spare;
    }
  };
  return { ...other, call };
}

describe('S197 the sandbox takes each open point from the profile', () => {
  it('N1 wire.acceptCase', async () => {
    const { OrderReference, ...rest } = hppRequest();
    open({ wire: { acceptCase: 'any' } });
    const reply = await shop.call('createHpp', { ...rest, orderreference: OrderReference });
    expect(reply.body).toMatchObject({ isSuccess: true });
    expect(shop.sandbox.transactions.list()[0]?.orderReference).toBe(OrderReference);
  });

  it('N2 limits.required', async () => {
    open({
      limits: { required: { hostedPage: [...defaultProfile.limits.required.hostedPage, 'Language'] } },
    });
    expect((await shop.create()).body.errorMessage).toMatch(/^MISSING_FIELD: Language/);
    expect((await shop.create({ Language: 'en' })).status).toBe(200);
  });

  it('N3 N6 N11 transformBody: answers in the shape that the profile reads', async () => {
    open(
      {},
      {
        transformBody: {
          getToken: ({ cardToken }) => ({ id: cardToken }),
          retrieve: ({ Status }) => ({ state: Status }),
          tokenise: ({ cardToken }) => ({ token: { id: cardToken } }),
          notification: ({ Status }) => ({ state: Status }),
        },
      },
    );
    const reply = await shop.call('tokenise', {
      CardHolderName: 'Ada Lovelace',
      CardNumber: '4242424242424242',
      ExpMonth: '12',
      ExpYear: '2031',
    });
    const { id } = reply.body.token;
    expect((await shop.call('getToken', null, { path: `/api/cards/tokens/${id}` })).body).toEqual({ id });
    const { pspid } = await paid();
    expect((await shop.retrieve({ PspId: String(pspid) })).body).toEqual({ state: 'Processed' });
    expect(shop.received[0]).toMatchObject({ genuine: true, payload: { state: 'Processed' } });
  });

  it('N5 limits.languages and limits.extraClientFields', async () => {
    open({ limits: { languages: ['de', 'en'], extraClientFields: ['TaxNumber'] } });
    expect((await shop.create()).body.errorMessage).toMatch(/^MISSING_FIELD: Client\.TaxNumber/);
    const { body } = await shop.create({ Client: { TaxNumber: 'x' }, Language: 'fr' });
    expect(shop.sandbox.page.open(body.token)).toMatchObject({ payment: { language: 'de' } });
  });

  it('N7 status.machine', async () => {
    open({ status: { machine: { cancelled: [] } } });
    const { body } = await shop.create();
    await shop.sandbox.page.cancel(body.token);
    const pspId = String(body.pspid);
    expect(() => shop.sandbox.trigger({ event: 'processed', pspId })).toThrow(/cannot become processed/);
  });

  it('N8 endpoints', async () => {
    open({ endpoints: { retrieve: { method: 'GET', path: '/transactions/retrieve' } } });
    const { pspid } = await paid();
    expect((await shop.retrieve({ PspId: String(pspid) })).status).toBe(200);
    const old = await clientOfDefaults().call('retrieve', null, { query: { PspId: String(pspid) } });
    expect(old.body.errorMessage).toMatch(/^NOT_FOUND: There is no such operation/);
  });

  it('N9 payouts.apm: a payout that the profile builds is paid; without it, it is refused', async () => {
    const request = () =>
      directRequest({
        TransactionType: 'ORIGINALCREDIT',
        PaymentDestination: { PaymentMethod: 'Wallet', Id: 'w-1' },
      });
    open({ payouts: { apm: (input) => input as Record<string, unknown> } });
    expect((await shop.call('execute', request())).body).toMatchObject({ IsSuccess: true, BankAccept: true });
    expect(shop.sandbox.balances.get('EUR')).toBe('9990.00');
    const { Amount: _, ...short } = request();
    expect((await shop.call('execute', short)).body.ErrorMessage).toMatch(/^MISSING_FIELD: Amount/);
  });

  it('N10 status.query: names of the query', async () => {
    open({ status: { query: ({ pspId = '' }) => ({ id: pspId }) } });
    const { pspid } = await paid();
    expect((await shop.retrieve({ id: String(pspid) })).status).toBe(200);
    expect((await shop.retrieve({ PspId: String(pspid) })).body.errorMessage).toMatch(/^MISSING_FIELD: .*id/);
  });

  it('N11 tokens.buildCreate: names of the tokenisation, however deep', async () => {
    open({
      tokens: {
        buildCreate: ({ cardHolderName, cardNumber, expMonth, expYear, clientAccount }) => ({
          Card: { Holder: cardHolderName, Pan: cardNumber, Month: expMonth, Year: expYear },
          Account: clientAccount,
        }),
      },
    });
    const Card = { Holder: 'Ada Lovelace', Pan: '4242424242424242', Month: '12', Year: '2031' };
    expect((await shop.call('tokenise', { Card, Account: 'ada-1' })).body.isSuccess).toBe(true);
    expect(shop.sandbox.tokens.list()[0]).toMatchObject({ clientAccount: 'ada-1', expiry: '12/2031' });
    const missing = await shop.call('tokenise', { Card: { ...Card, Pan: undefined } });
    expect(missing.body.errorMessage).toBe('MISSING_FIELD: Card.Pan: expected to be present.');
  });

  it.each([
    ['query', (token: string) => ({ body: null, options: { query: { id: token } } })],
    ['body', (token: string) => ({ body: { id: token }, options: {} })],
    ['path', (token: string) => ({ body: null, options: { path: `/api/cards/tokenise/${token}` } })],
  ] as const)('N12 tokens.deleteCarrier %s', async (deleteCarrier, how) => {
    open({ tokens: { deleteCarrier, deleteName: 'id' } });
    const { body, options } = how(await makeToken(shop));
    expect((await shop.call('deleteToken', body, options)).body).toEqual({
      isSuccess: true,
      errorMessage: null,
    });
    expect(shop.sandbox.tokens.list()).toEqual([]);
  });

  it('N13 endpoints.capture: captures an authorisation, which then does not lapse; without it there is none', async () => {
    open({ endpoints: { capture: { method: 'POST', path: '/api/transactions/capture' } } });
    const { pspid } = await paid({ TransactionType: 'AUTH' });
    const capture = (PspId: string) =>
      shop.call('createHpp', { PspId }, { path: shop.sandbox.profile.endpoints.capture?.path ?? '' });
    expect((await capture(String(pspid))).body).toEqual({ pspid, isSuccess: true, errorMessage: null });
    expect((await capture(String(pspid))).body.errorMessage).toMatch(/^UNSUPPORTED/);
    expect((await capture('1')).status).toBe(404);
    await shop.sandbox.clock.advance('31d');
    expect((await shop.retrieve({ PspId: String(pspid) })).body.Status).toBe('Processed');
  });

  it('N14 auth', async () => {
    open({ auth: ({ clientId, clientSecret }) => ({ 'X-Client': clientId, 'X-Key': clientSecret }) });
    expect((await shop.create()).status).toBe(200);
    expect((await clientOfDefaults().call('createHpp', hppRequest())).status).toBe(401);
  });

  it('N15 signature.header', async () => {
    open({ signature: { header: 'X-Sign' } });
    const reply = await shop.create();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-sign')).toMatch(/=$/);
    const old = await clientOfDefaults().call('createHpp', hppRequest());
    expect(old.body.errorMessage).toMatch(/^SIGNATURE_INVALID: The header "X-Sign" is missing/);
    await paid();
    expect(shop.received[0]).toMatchObject({ genuine: true, headers: { 'X-Sign': expect.any(String) } });
  });

  it.each([
    ['rawBodyHmac', rawBodyHmac()],
    ['fieldList', fieldList(['OrderReference', 'Amount', 'isSuccess'])],
    ['a scheme of its own', (message: { raw: string }) => `len${message.raw.length}`],
    ['one that takes its time', async (message: { raw: string }) => `len${message.raw.length}`],
  ])('N16 signature.sign: %s', async (name, sign) => {
    const redirect = name === 'one that takes its time' ? { signatureName: null } : {};
    open({ signature: { sign: sign as GatewayProfile['signature']['sign'] }, redirect });
    await paid();
    expect(shop.received[0]?.genuine).toBe(true);
    expect((await clientOfDefaults().call('createHpp', hppRequest())).status).toBe(401);
  });

  it('N16 signature.sign: none', async () => {
    open({ signature: { sign: none() } });
    expect((await shop.call('createHpp', hppRequest(), { unsigned: true })).status).toBe(200);
  });

  it('N17 signature.input', async () => {
    open({ signature: { input: () => ({ payload: 'nothing', raw: '' }) } });
    const { pspid } = await paid();
    const PspId = String(pspid);
    expect((await shop.retrieve({ PspId })).status).toBe(200);
    expect((await clientOfDefaults().call('retrieve', null, { query: { PspId } })).status).toBe(401);
  });

  it('N18 notification.timeUnit', async () => {
    open({ notification: { timeUnit: 's' } });
    await paid();
    expect(shop.received[0]?.payload.SentDateTime).toBe(Date.parse('2030-01-15T12:00:00Z') / 1000);
  });

  it('N19 errors.status and N20 errors.catalogue', async () => {
    open({
      errors: { status: { INVALID_FIELD: 422, DECLINED: 402 }, catalogue: { DECLINED: 'No.' } },
    });
    expect((await shop.create({ Amount: 'x' })).status).toBe(422);
    const request = directRequest({ PaymentCredentials: credentials({ CardNumber: '4000000000000002' }) });
    const declined = await shop.call('execute', request);
    expect([declined.status, declined.body.errorMessage]).toEqual([402, 'DECLINED: No.']);
  });

  it('N21 notification.schedule', async () => {
    open({ notification: { schedule: [10, 10] } });
    shop.replies.push(500, 500);
    await paid();
    expect(shop.received).toHaveLength(0);
    await shop.sandbox.clock.advance('10s');
    expect(shop.received).toHaveLength(1);
    await shop.sandbox.clock.advance('1d');
    expect(shop.received).toHaveLength(2);
    expect(shop.sandbox.notifications.list()[0]?.state).toBe('given_up');
  });

  it('N22 notification.isAcknowledged', async () => {
    open({ notification: { isAcknowledged: (_status, body) => body === '[accepted]', schedule: [0] } });
    await paid();
    expect(shop.sandbox.notifications.list()[0]?.state).toBe('given_up');
  });

  it.each([
    ['POST', 'form'],
    ['PUT', 'json'],
    ['GET', 'query'],
  ] as const)('N23 notification.method %s and notification.encode %s', async (method, encode) => {
    open({ notification: { method, encode } });
    await paid({ UDF: { a: 'b' } });
    expect(shop.received[0]?.method).toBe(method);
    expect(shop.received[0]).toMatchObject({
      genuine: true,
      payload: { Status: 'Processed', UDF: { a: 'b' } },
    });
    expect(shop.received[0]?.headers['Content-Type']).toBe(
      { json: 'application/json', form: 'application/x-www-form-urlencoded', query: undefined }[encode],
    );
  });

  it('N24 notification.signature', async () => {
    open({ notification: { signature: { header: 'X-Note', sign: rawBodyHmac() } } });
    await paid();
    expect(shop.received[0]).toMatchObject({ genuine: true, headers: { 'X-Note': expect.any(String) } });
  });

  it('N26 limits.fields, limits.decimals, limits.udfPairs', async () => {
    open({
      limits: {
        fields: { OrderReference: { expected: 'a number', test: (text) => /^\d+$/.test(text) } },
        decimals: { EUR: 3 },
        udfPairs: 1,
      },
    });
    expect((await shop.create()).body.errorMessage).toMatch(
      /^INVALID_FIELD: OrderReference: expected a number/,
    );
    const OrderReference = '1';
    const { body } = await shop.create({ OrderReference, Amount: '10.005' });
    expect(shop.sandbox.page.open(body.token)).toMatchObject({ payment: { amount: '10.005' } });
    const pairs = await shop.create({ OrderReference, UDF: { a: '1', b: '2' } });
    expect(pairs.body.errorMessage).toMatch(/^INVALID_FIELD: UDF/);
  });

  it('G1 status.vocabulary: the sandbox says its words', async () => {
    const { PROCESSED: _, ...vocabulary } = defaultProfile.status.vocabulary;
    shop = openShop({
      profile: {
        ...defaultProfile,
        status: { ...defaultProfile.status, vocabulary: { ...vocabulary, APPROVED: 'processed' } },
      },
    });
    await paid();
    expect(shop.received[0]?.payload.Status).toBe('APPROVED');
  });

  it('G4 notification.udf', async () => {
    open({ notification: { udf: 'omit' } });
    await paid({ UDF: { a: 'b' } });
    expect(shop.received[0]?.payload).not.toHaveProperty('UDF');
  });

  it('G5 redirect.query and redirect.signatureName', async () => {
    open({ redirect: { query: ({ pspId }) => ({ id: pspId }), signatureName: null } });
    const { step, pspid } = await paid({ RedirectionURL: 'http://localhost:1/r?keep=1#end' });
    expect(step).toEqual({ kind: 'leave', redirectTo: `http://localhost:1/r?keep=1&id=${pspid}#end` });
  });

  it('G13 G14 ids: the shapes of tokens', async () => {
    open({}, { ids: { hppToken: () => 'page-token', cardToken: () => 'card-token', authCode: () => 'A1' } });
    const { token, redirectUrl } = await paid();
    expect([token, redirectUrl]).toEqual(['page-token', 'http://sandbox.localhost/hpp/page-token']);
    expect(shop.received[0]?.payload).toMatchObject({
      TransactionToken: 'page-token',
      CardToken: 'card-token',
      AuthCode: 'A1',
    });
  });

  it('G16 mask', async () => {
    open({}, { mask: (number) => `XXXX-${number.slice(-4)}` });
    await paid();
    expect(shop.received[0]?.payload.CardNumber).toBe('XXXX-4242');
  });

  it('G22 tells the parent nothing on the way back to the shop', async () => {
    open({});
    const { redirectUrl } = await paid();
    const html = await (await shop.sandbox.fetch(redirectUrl)).text();
    expect(html).toContain('http-equiv="refresh"');
    expect(html).not.toContain('<script');
  });

  it('G17 redirect.lifetimeMs', async () => {
    open({ redirect: { lifetimeMs: 1000 } });
    const { body } = await shop.create();
    await shop.sandbox.clock.advance(999);
    expect(shop.sandbox.page.open(body.token).kind).toBe('payable');
    await shop.sandbox.clock.advance(1);
    expect(shop.sandbox.page.open(body.token).kind).toBe('expired');
  });

  it('G20 wire.configuration: the words of its switches', async () => {
    open({ wire: { configuration: { cardHolderNameEdit: ['locked', 'open'] } } });
    const { body } = await shop.create({ Configuration: { CardHolderNameEdit: 'locked' } });
    expect(shop.sandbox.page.open(body.token)).toMatchObject({ payment: { holderNameEditable: false } });
    const other = await shop.create({ Configuration: { CardHolderNameEdit: 'false' } });
    expect(shop.sandbox.page.open(other.body.token)).toMatchObject({ payment: { holderNameEditable: true } });
  });

  it.each([
    ['reject', 409, 1],
    ['allow', 200, 2],
  ] as const)('G21 limits.replay %s', async (replay, status, lines) => {
    open({ limits: { replay } });
    const request = hppRequest();
    await shop.call('createHpp', request);
    expect((await shop.call('createHpp', request)).status).toBe(status);
    expect(shop.sandbox.transactions.list()).toHaveLength(lines);
  });
});
