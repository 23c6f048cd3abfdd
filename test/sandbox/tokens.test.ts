import { afterEach, describe, expect, it } from 'vitest';
import { credentials, directRequest, makeToken, openShop, type Shop, without } from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop(...options);
  return shop;
};
afterEach(() => shop.close());

const CARD = {
  CardHolderName: 'Ada Lovelace',
  CardNumber: '4242424242424242',
  ExpMonth: '12',
  ExpYear: '2031',
};
const get = (token: string) =>
  shop.call('getToken', null, { path: `/api/cards/tokens/${encodeURIComponent(token)}` });
const remove = (cardToken: string) => shop.call('deleteToken', null, { query: { cardToken } });

describe('card tokens', () => {
  it('S7 S103 S108 S150 tokenises: a random UUID', async () => {
    const reply = await open().call('tokenise', CARD);
    expect(reply.body).toEqual({
      cardToken: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      isSuccess: true,
      errorMessage: null,
    });
  });

  it('S104 the same card gives unrelated tokens, none with its digits', async () => {
    open();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => makeToken(shop)));
    expect(new Set(tokens).size).toBe(20);
    for (const token of tokens) expect(token.replace(/\D/g, '')).not.toContain('424242');
  });

  it.each(['CardHolderName', 'CardNumber', 'ExpMonth', 'ExpYear'])(
    'S150 refuses a card without %s',
    async (path) => {
      const reply = await open().call('tokenise', without(CARD, path));
      expect(reply.status).toBe(400);
      expect(reply.body.errorMessage).toBe(`MISSING_FIELD: ${path}: expected to be present.`);
    },
  );

  it.each([
    ['CardNumber', '4242424242424241'],
    ['ExpMonth', '1'],
    ['ExpYear', '2029'],
    ['CardHolderName', 'A'],
  ])('refuses a wrong %s: %s', async (path, value) => {
    const reply = await open().call('tokenise', { ...CARD, [path]: value });
    expect(reply.body.errorMessage).toMatch(new RegExp(`^INVALID_FIELD: ${path}`));
  });

  it.each([
    ['CardHolderName', 5, 'a text'],
    ['CardHolderName', ['Ada Lovelace'], 'a text'],
    ['CardNumber', true, 'a text or a number'],
    ['CardNumber', { pan: '4242424242424242' }, 'a text or a number'],
    ['CardNumber', ['4242424242424242'], 'a text or a number'],
    ['ExpMonth', 12, 'a text'],
    ['ExpYear', false, 'a text or a number'],
    ['ClientAccount', 5, 'a text'],
    ['ClientAccount', { id: 'ada-1' }, 'a text'],
  ])('S150 S151 refuses %s as %j', async (path, value, expected) => {
    const reply = await open().call('tokenise', { ...CARD, [path]: value });
    expect([reply.status, reply.body.errorMessage]).toEqual([
      400,
      `INVALID_FIELD: ${path}: expected ${expected}.`,
    ]);
    expect(shop.sandbox.tokens.list()).toEqual([]);
  });

  it('S150 takes number and year as numbers, as PaymentCredentials does', async () => {
    const reply = await open().call('tokenise', { ...CARD, CardNumber: 4242424242424242, ExpYear: 2031 });
    expect(reply.body.isSuccess).toBe(true);
  });

  it('N11 refuses a field that is not listed, and a real card', async () => {
    open();
    expect((await shop.call('tokenise', { ...CARD, Pin: '1' })).body.errorMessage).toMatch(
      /^UNKNOWN_FIELD: Pin/,
    );
    const real = await shop.call('tokenise', { ...CARD, CardNumber: '4539578763621486' });
    expect(real.body.errorMessage).toMatch(/^LIVE_CARD_REFUSED/);
  });

  it('S105 S109 S151 S152 N3 retrieves the details, linked to the account, never the number', async () => {
    open();
    const cardToken = await makeToken(shop, { ClientAccount: 'ada-1' });
    const reply = await get(cardToken);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      cardToken,
      cardNumber: '424242******4242',
      cardHolderName: 'Ada Lovelace',
      cardExpiry: '12/2031',
      cardType: 'VISA',
      clientAccount: 'ada-1',
      isSuccess: true,
      errorMessage: null,
    });
    expect(reply.text).not.toContain('4242424242424242');
  });

  it('S110 S153 S154 deletes the token and every detail with it', async () => {
    open();
    const token = await makeToken(shop, { ClientAccount: 'ada-1' });
    expect((await remove(token)).body).toEqual({ isSuccess: true, errorMessage: null });
    expect((await get(token)).status).toBe(404);
    const CvV2 = '123';
    const payment = await shop.call('execute', directRequest({ Card: { CardToken: token, CvV2 } }));
    expect(payment.body.errorMessage).toMatch(/^TOKEN_NOT_FOUND/);
    const kept = JSON.stringify(shop.sandbox.snapshot());
    for (const detail of [token, 'Ada Lovelace', '424242', 'ada-1']) expect(kept).not.toContain(detail);
  });

  it('S154 after a payment and a deletion no answer, notification or record shows token or card', async () => {
    open({ pciLevel: 'saq-d', statusFields: 'all' });
    const request = directRequest({ PaymentCredentials: credentials({ CardNumber: '5555555555554444' }) });
    const { body } = await shop.call('execute', request);
    await shop.sandbox.settle();
    const PspId = String(body.pspid);
    const before = await shop.retrieve({ PspId });
    expect(before.body).toMatchObject({ CardToken: body.cardToken, CardNumber: '555555******4444' });
    await remove(body.cardToken);
    const after = await shop.retrieve({ PspId });
    expect(after.body).toEqual({
      ...before.body,
      CardToken: '',
      CardNumber: '',
      CardExpiry: '',
      CardHolderName: '',
      CardCountry: '',
      CardType: '',
    });
    const [notification] = shop.sandbox.notifications.list();
    await shop.sandbox.notifications.resend(notification?.id ?? '');
    expect(shop.received[1]?.payload).toMatchObject({ Status: 'Processed', CardToken: '', CardNumber: '' });
    expect((await shop.call('execute', request)).body).toEqual({ ...body, cardToken: null });
    const kept = JSON.stringify(shop.sandbox.snapshot());
    for (const detail of [body.cardToken, 'Ada Lovelace', '555555']) expect(kept).not.toContain(detail);
    const payout = { TransactionType: 'ORIGINALCREDIT', PspId };
    const refused = await shop.call('execute', directRequest(payout));
    expect(refused.body.ErrorMessage).toMatch(/^UNSUPPORTED: PspId: .*deleted with its token/);
  });

  it('S154 a token that is deleted while the customer is at 3DS pays no more', async () => {
    open();
    const token = await makeToken(shop, { CardNumber: '4000000000003220' });
    const { body } = await shop.call('execute', directRequest({ Card: { CardToken: token, CvV2: '123' } }));
    const id = body.redirectUrl.split('/').at(-1);
    await remove(token);
    expect(shop.sandbox.page.approval(id)).toBeNull();
    expect(await shop.sandbox.page.answer(id, 'approve')).toEqual({ kind: 'unknown' });
    expect((await shop.retrieve({ PspId: String(body.pspid) })).body.Status).toBe('PENDING');
    expect(JSON.stringify(shop.sandbox.snapshot())).not.toContain('400000*');
  });

  it("S154 leaves another token's payments as they are", async () => {
    open({ statusFields: 'all' });
    const [kept, gone] = [await makeToken(shop), await makeToken(shop)];
    const { body } = await shop.call('execute', directRequest({ Card: { CardToken: kept, CvV2: '123' } }));
    await remove(gone);
    const status = await shop.retrieve({ PspId: String(body.pspid) });
    expect(status.body).toMatchObject({ CardToken: kept, CardNumber: '424242******4242' });
  });

  it('S153 needs the token', async () => {
    const reply = await open().call('deleteToken', null);
    expect(reply.status).toBe(400);
    expect(reply.body.errorMessage).toMatch(/^MISSING_FIELD: cardToken/);
  });

  it.each(['nothing', '..', '%2e%2e', 'a/b'])('S155 T37 an unknown token %s is not found', async (token) => {
    open();
    expect((await get(token)).status).toBe(404);
    expect((await remove(token)).status).toBe(404);
  });
});
