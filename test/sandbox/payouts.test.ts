import { afterEach, describe, expect, it } from 'vitest';
import {
  credentials,
  directRequest,
  makeToken,
  openShop,
  type Reply,
  type Shop,
  typed,
  without,
} from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop({ pciLevel: 'saq-d', ...options[0] });
  return shop;
};
afterEach(() => shop.close());

const payout = (over: Record<string, unknown>): Promise<Reply> =>
  shop.call('execute', directRequest({ TransactionType: 'ORIGINALCREDIT', ...over }));
const toToken = async (over: Record<string, unknown> = {}, CardNumber = '4242424242424242') =>
  payout({
    PaymentDestination: { PaymentMethod: 'CardToken', CardToken: await makeToken(shop, { CardNumber }) },
    ...over,
  });

const PAID = {
  PspId: expect.any(Number),
  BankResponse: 'Processed',
  BankAccept: true,
  CardToken: null,
  RedirectUrl: null,
  IsSuccess: true,
  ErrorMessage: null,
};

describe('a payout through direct connect', () => {
  it('S8 S11 S12 S41 S90 S94 S96 S102 S114 by PspId: Pascal case, true, no token, no redirect', async () => {
    open();
    const payment = await shop.call('execute', directRequest({ PaymentCredentials: credentials() }));
    const reply = await payout({ PspId: String(payment.body.pspid), Routing: { ForcePayment: 'CARDS' } });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(PAID);
    expect(Object.keys(reply.body)).toEqual(Object.keys(PAID));
  });

  it('S10 S194 pays out more than the earlier payment, as far as the balance reaches', async () => {
    open();
    const payment = await shop.call(
      'execute',
      directRequest({ Amount: '1.00', PaymentCredentials: credentials() }),
    );
    expect((await payout({ PspId: String(payment.body.pspid), Amount: '9999.99' })).body).toEqual(PAID);
    expect(shop.sandbox.balances.get('EUR')).toBe('0.01');
  });

  it('S46 S115 by card token', async () => {
    open();
    expect((await toToken({ Client: { email: 'ada@example.com' } })).body).toEqual(PAID);
  });

  it.each([
    ['S41', { PspId: 1000001 }, 'INVALID_FIELD: PspId: expected a text'],
    ['S41', { PspId: {} }, 'INVALID_FIELD: PspId: expected a text'],
    ['S41', { PspId: 'abc' }, 'INVALID_FIELD: PspId: expected 1 to 20 digits'],
    ['S41 S46', { PspId: null, PaymentDestination: null }, 'MISSING_FIELD: ORIGINALCREDIT: expected PspId'],
    ['S46', { PaymentDestination: 'x' }, 'INVALID_FIELD: PaymentDestination: expected an object'],
    ['S46', { PaymentDestination: [] }, 'INVALID_FIELD: PaymentDestination: expected an object'],
    ['S46', { PaymentDestination: {} }, 'MISSING_FIELD: PaymentDestination.CardToken'],
    [
      'S46',
      { PaymentDestination: { CardToken: 5 } },
      'INVALID_FIELD: PaymentDestination.CardToken: expected a text',
    ],
    ['S46', { PaymentDestination: { PaymentMethod: 5 } }, 'UNSUPPORTED: PaymentDestination.PaymentMethod'],
    ['S46', { PaymentDestination: { CardToken: 'x', Iban: 'x' } }, 'UNKNOWN_FIELD: PaymentDestination.Iban'],
    ['S48', { PspId: '1', Routing: [] }, 'INVALID_FIELD: Routing: expected an object'],
    ['S48', { PspId: '1', Routing: { ForceBank: 5 } }, 'INVALID_FIELD: Routing.ForceBank: expected a text'],
    ['S42', { PaymentCredentials: 'x' }, 'INVALID_FIELD: PaymentCredentials: expected an object'],
  ])('%s refuses %j: %s', async (_fact, wrong, text) => {
    open();
    const reply = await payout(wrong);
    expect(reply.status).toBe(400);
    expect(reply.body.ErrorMessage).toContain(text);
    expect(shop.sandbox.transactions.list()).toEqual([]);
  });

  it('S9 S116 by full card, and only with the PCI level', async () => {
    open();
    expect((await payout({ PaymentCredentials: credentials() })).body).toEqual(PAID);
    await shop.close();
    open({ pciLevel: 'none' });
    const reply = await payout({ PaymentCredentials: credentials() });
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual({
      IsSuccess: false,
      ErrorMessage: expect.stringMatching(/^PCI_LEVEL_REQUIRED/),
    });
  });

  it('S139 S185 is notified like a payment', async () => {
    open();
    await toToken();
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload).toMatchObject({ Status: 'Processed', CardInput: false });
  });

  it('S145 a shortfall of the MID balance is refused, by currency, and takes nothing', async () => {
    open({ midBalance: { EUR: '100.00' } });
    expect((await toToken({ Amount: '60.00' })).body.IsSuccess).toBe(true);
    const short = await toToken({ Amount: '40.01' });
    expect(short.status).toBe(200);
    expect(short.body).toMatchObject({ IsSuccess: false, BankAccept: false });
    expect(short.body.ErrorMessage).toMatch(/^INSUFFICIENT_MID_BALANCE/);
    expect(shop.sandbox.balances.get('EUR')).toBe('40.00');
    expect((await toToken({ Amount: '40.00' })).body.IsSuccess).toBe(true);
    expect((await toToken({ Amount: '0.01', Currency: 'USD' })).body.IsSuccess).toBe(false);
  });

  it('keeps balances in currencies without decimals', async () => {
    open();
    expect((await toToken({ Amount: '10000', Currency: 'JPY' })).body.IsSuccess).toBe(true);
    expect(shop.sandbox.balances.get('JPY')).toBe('0');
  });

  it('S146 an acquirer without payouts refuses', async () => {
    open();
    const reply = await toToken({ Routing: { ForceBank: 'NO_OCT' } });
    expect(reply.body.ErrorMessage).toMatch(/^ACQUIRER_WITHOUT_PAYOUTS/);
    expect(shop.sandbox.balances.get('EUR')).toBe('10000.00');
  });

  it('S11 a card that would ask its holder pays out without asking', async () => {
    open();
    expect((await toToken({}, '4000000000003220')).body).toEqual(PAID);
  });

  it('a card that declines, declines payouts too', async () => {
    open();
    const reply = await toToken({}, '4000000000000002');
    expect(reply.body).toMatchObject({ IsSuccess: false, BankResponse: 'Declined' });
    expect(shop.sandbox.balances.get('EUR')).toBe('10000.00');
  });

  it('S144 cannot be cancelled once it is requested', async () => {
    open();
    const { body } = await toToken();
    expect(() => shop.sandbox.trigger({ event: 'cancelled', pspId: String(body.PspId) })).toThrow(
      /cannot become cancelled/,
    );
  });

  it('S12 S148 N9 to another payment method has no documented shape and is refused', async () => {
    open();
    const reply = await payout({ PaymentDestination: { PaymentMethod: 'Wallet', CardToken: 'x' } });
    expect(reply.status).toBe(400);
    expect(reply.body.ErrorMessage).toMatch(/^UNSUPPORTED: .*not documented/);
    const { body } = await shop.create();
    await shop.sandbox.page.choose(body.token, { method: 'wallet' });
    shop.sandbox.trigger({ event: 'processed', pspId: String(body.pspid) });
    const byWallet = await payout({ PspId: String(body.pspid) });
    expect(byWallet.body.ErrorMessage).toMatch(/^UNSUPPORTED/);
  });

  it('S114 needs a payment that was processed', async () => {
    open();
    expect((await payout({ PspId: '999' })).status).toBe(404);
    const { body } = await shop.create();
    expect((await payout({ PspId: String(body.pspid) })).body.ErrorMessage).toMatch(/^UNSUPPORTED/);
    await shop.sandbox.page.choose(body.token, typed());
    expect((await payout({ PspId: String(body.pspid) })).body.IsSuccess).toBe(true);
  });

  it.each([
    'Amount',
    'Currency',
    'OrderReference',
    'UniqueReference',
    'RedirectionURL',
    'CallBackURL',
    'IsTest',
  ])('S117 refuses a payout without %s, in Pascal case', async (path) => {
    open();
    const request = directRequest({ TransactionType: 'ORIGINALCREDIT', PaymentCredentials: credentials() });
    const reply = await shop.call('execute', without(request, path));
    expect(reply.body.ErrorMessage).toMatch(new RegExp(`^MISSING_FIELD: .*${path}`));
  });

  it('T11 goes to one place: two destinations are refused', async () => {
    open();
    const reply = await payout({ PspId: '1', PaymentCredentials: credentials() });
    expect(reply.body.ErrorMessage).toMatch(/^INVALID_FIELD: .*one place/);
  });

  it('T11 the same request again is the same payout', async () => {
    open();
    const request = directRequest({
      TransactionType: 'ORIGINALCREDIT',
      PaymentDestination: { PaymentMethod: 'CardToken', CardToken: await makeToken(shop) },
    });
    const first = await shop.call('execute', request);
    expect((await shop.call('execute', request)).body).toEqual(first.body);
    expect(shop.sandbox.balances.get('EUR')).toBe('9990.00');
  });
});
