import { afterEach, describe, expect, it } from 'vitest';
import { credentials, directRequest, hppRequest, openShop, type Shop } from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop(...options);
  return shop;
};
afterEach(() => shop.close());

const OPERATIONS = ['execute', 'retrieve', 'tokenise', 'getToken', 'deleteToken', 'createHpp'] as const;
const bodyOf = (operation: (typeof OPERATIONS)[number]) =>
  ['execute', 'tokenise', 'createHpp'].includes(operation) ? hppRequest() : null;

describe('the gate of every operation', () => {
  it('S23 takes the credentials that its operator issued and no others, and needs a CallBackURL', async () => {
    const issued = { clientId: 'shop-7', clientSecret: 'issued', signatureSecret: 'issued-too' };
    open({ credentials: issued });
    expect((await shop.create()).status).toBe(200);
    const usual = shop.sandbox.profile.auth({ clientId: 'sandbox', clientSecret: 'sandbox-secret' });
    expect((await shop.call('createHpp', hppRequest(), { headers: usual })).status).toBe(401);
    const { CallBackURL: _, ...without } = hppRequest();
    expect((await shop.call('createHpp', without)).body.errorMessage).toMatch(/^MISSING_FIELD: CallBackURL/);
  });

  it.each(OPERATIONS)('S159 S161 %s refuses missing and wrong credentials', async (operation) => {
    open();
    for (const Authorization of [
      '',
      'Basic',
      `Basic ${btoa('sandbox:wrong')}`,
      `Bearer ${btoa('sandbox:x')}`,
    ]) {
      const reply = await shop.call(operation, bodyOf(operation), { headers: { Authorization } });
      expect(reply.status).toBe(401);
      expect(reply.body.errorMessage).toMatch(/^AUTHENTICATION_FAILED/);
    }
  });

  it.each(OPERATIONS)('S160 S161 %s refuses a missing and a wrong signature', async (operation) => {
    open();
    const missing = await shop.call(operation, bodyOf(operation), { unsigned: true });
    expect(missing.status).toBe(401);
    expect(missing.body.errorMessage).toMatch(/^SIGNATURE_INVALID: .*missing/);
    for (const Signature of ['x', 'A'.repeat(44), '']) {
      const wrong = await shop.call(operation, bodyOf(operation), { headers: { Signature } });
      expect(wrong.status).toBe(401);
      expect(wrong.body.errorMessage).toMatch(/^SIGNATURE_INVALID/);
    }
  });

  it('S160 a body that was changed after it was signed is refused', async () => {
    open();
    const request = hppRequest({ Amount: '10.00' });
    const reply = await shop.call('createHpp', request, {
      raw: JSON.stringify({ ...request, Amount: '1.00' }),
    });
    expect(reply.body.errorMessage).toMatch(/^SIGNATURE_INVALID/);
    expect(shop.sandbox.transactions.list()).toEqual([]);
  });

  it('N17 a query that was changed after it was signed is refused', async () => {
    open();
    const { body } = await shop.create();
    const signed = await shop.retrieve({ PspId: String(body.pspid) });
    expect(signed.status).toBe(200);
    const path = `${shop.sandbox.profile.endpoints.retrieve.path}?PspId=${body.pspid}`;
    expect((await shop.call('retrieve', null, { path })).body.errorMessage).toMatch(/^SIGNATURE_INVALID/);
  });

  it('signs its answers as requests are signed, refusals too', async () => {
    open();
    const { signature } = shop.sandbox.profile;
    for (const reply of [await shop.create(), await shop.create({ Amount: 'x' })]) {
      const { signatureSecret } = shop.sandbox.credentials;
      const { platformHmac } = await import('../../src/protocol/gateway/hmac.ts');
      const expected = await signature.sign(
        { payload: reply.body, raw: reply.text },
        signatureSecret,
        platformHmac(),
      );
      expect(reply.headers.get('signature')).toBe(expected);
    }
  });

  it('S25 takes JSON objects only', async () => {
    open();
    const form = await shop.call('createHpp', hppRequest(), { headers: { 'Content-Type': 'text/plain' } });
    expect(form.status).toBe(415);
    expect(form.body.errorMessage).toMatch(/^UNSUPPORTED_MEDIA_TYPE/);
    for (const raw of ['', '{', '[]', 'null', '7']) {
      const reply = await shop.call('createHpp', {}, { raw });
      expect(reply.status).toBe(400);
      expect(reply.body.errorMessage).toMatch(/^INVALID_JSON/);
    }
  });

  it('N26 refuses a body over the limit, however it is declared', async () => {
    open();
    const long = await shop.create({ UDF: { a: 'x'.repeat(70_000) } });
    expect(long.status).toBe(413);
    expect(long.body.errorMessage).toMatch(/^BODY_TOO_LARGE/);
  });

  it('N1 refuses one field in two spellings with two values', async () => {
    open();
    const twice = await shop.create({ Client: { ZIPCode: 'a', zipcode: 'b' } });
    expect(twice.body.errorMessage).toMatch(/^UNKNOWN_FIELD: Client\.zipcode/);
    const top = await shop.create({ amount: '1.00' });
    expect([top.status, top.body.errorMessage]).toEqual([
      400,
      expect.stringMatching(/^UNKNOWN_FIELD: amount: expected to be spelled "Amount"/),
    ]);
    const direct = directRequest({ Client: { email: 'a@example.com', Email: 'b@example.com' } });
    await shop.close();
    open({ pciLevel: 'saq-d' });
    const reply = await shop.call('execute', { ...direct, PaymentCredentials: credentials() });
    expect([reply.status, reply.body.errorMessage]).toEqual([
      400,
      expect.stringMatching(/^INVALID_FIELD: .*two/),
    ]);
  });

  it('refuses a body that nests too deep, without a crash', async () => {
    open();
    const raw = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const reply = await shop.call('createHpp', {}, { raw });
    expect(reply.status).toBe(400);
    expect(reply.body.errorMessage).toMatch(/^INVALID_JSON/);
  });

  it('S188 S189 S190 S100 every answer carries isSuccess and errorMessage: null on success, a text on failure', async () => {
    open({ pciLevel: 'saq-d' });
    const good = [
      await shop.create(),
      await shop.call('execute', directRequest({ PaymentCredentials: credentials() })),
    ];
    for (const { body } of good) expect(body).toMatchObject({ isSuccess: true, errorMessage: null });
    const bad = [await shop.create({ Amount: 'x' }), await shop.call('execute', directRequest())];
    for (const { body } of bad)
      expect(body).toMatchObject({ isSuccess: false, errorMessage: expect.any(String) });
  });

  it('S195 no path has a version segment, and an unknown one is said to be unknown', async () => {
    open();
    for (const { path } of Object.values(shop.sandbox.profile.endpoints)) expect(path).not.toMatch(/\/v\d/);
    const reply = await shop.call('createHpp', hppRequest(), { path: '/api/v1/hpptoken/create' });
    expect(reply.status).toBe(404);
    expect(reply.body.errorMessage).toMatch(/^NOT_FOUND/);
  });

  it('answers an error of its own with 500 and no detail', async () => {
    const errors: unknown[] = [];
    open({
      onError: (error) => errors.push(error),
      transformBody: {},
      ids: {
        hppToken: () => {
          throw new Error('secret detail');
        },
      },
    });
    const reply = await shop.create();
    expect(reply.status).toBe(500);
    expect(reply.body.errorMessage).toBe('INTERNAL_ERROR: An internal error happened.');
    expect(errors).toHaveLength(1);
    expect(shop.sandbox.transactions.list()).toEqual([]);
  });

  it('N25 a rate limit answers 429 with Retry-After, by the clock', async () => {
    const { defaultProfile } = await import('../../src/protocol/gateway/defaultProfile.ts');
    const limits = { ...defaultProfile.limits, rate: { requests: 2, perMs: 10_000 } };
    open({ profile: { ...defaultProfile, limits } });
    await shop.create();
    await shop.create();
    const limited = await shop.create();
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('10');
    await shop.sandbox.clock.advance('10s');
    expect((await shop.create()).status).toBe(200);
  });
});
