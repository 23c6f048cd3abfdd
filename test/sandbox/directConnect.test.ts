import { afterEach, describe, expect, it } from 'vitest';
import {
  credentials,
  directRequest,
  makeToken,
  openShop,
  type Shop,
  typed,
  without,
  withValue,
} from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop({ pciLevel: 'saq-d', ...options[0] });
  return shop;
};
afterEach(() => shop.close());

const pay = (over: Record<string, unknown> = {}, card: Record<string, unknown> = {}) =>
  shop.call('execute', directRequest({ PaymentCredentials: credentials(card), ...over }));
const payByToken = (
  CardToken: string,
  over: Record<string, unknown> = {},
  card: Record<string, unknown> = {},
) => shop.call('execute', directRequest({ Card: { CardToken, CvV2: '123', ...card }, ...over }));

const THREE_DS = {
  eci: '05',
  xid: 'eGlk',
  dsTransactionId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  acsTransID: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
  challengeIndicator: '01',
  transStatus: 'Y',
  threeDSecureFlow: 'CHALLENGE',
  cavv: 'AAABBBCCCDDD',
  threeDVersion: '2.2.0',
};

describe('a card payment through direct connect', () => {
  it.each([
    ['S1 S21 S106 S112', 'AUTH'],
    ['S2 S22 S106 S112', 'PURC'],
  ])('%s %s with full card details is processed', async (_fact, TransactionType) => {
    open();
    const reply = await pay({
      TransactionType,
      Routing: { ForcePayment: 'CARDS', ForceBank: 'BANK_A' },
      Client: { email: 'ada@example.com', IPAddress: '203.0.113.7' },
      BrowserDetails: { UserAgent: 'x', JavaEnabled: false },
      UDF: { MerchantField1: 'x' },
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      pspid: expect.any(Number),
      bankResponse: 'Processed',
      bankAccept: 'YES',
      cardToken: expect.any(String),
      redirectUrl: null,
      isSuccess: true,
      errorMessage: null,
    });
  });

  it('S90 S91 S93 S95 S97 S98 S99 S101 a processed answer: integer id, YES, token, no redirect, lower camel', async () => {
    open();
    const { body } = await pay();
    expect(Number.isInteger(body.pspid)).toBe(true);
    expect(body).toMatchObject({ bankResponse: 'Processed', bankAccept: 'YES', redirectUrl: null });
    expect(Object.keys(body)).toEqual(
      'pspid bankResponse bankAccept cardToken redirectUrl isSuccess errorMessage'.split(' '),
    );
  });

  it('S19 S92 S183 a card that needs 3DS is pending with an address; approving there pays, is notified and says Is3DS', async () => {
    open();
    const { body } = await pay({ OrderReference: 'Order-3DS' }, { CardNumber: '4000000000003220' });
    expect(body).toMatchObject({
      bankResponse: 'Pending',
      bankAccept: 'NO',
      cardToken: null,
      isSuccess: true,
    });
    const id = /\/hpp\/approval\/(\w+)$/.exec(body.redirectUrl)?.[1] as string;
    expect(shop.sandbox.page.approval(id)).toMatchObject({ kind: '3ds', maskedNumber: '400000******3220' });
    await shop.sandbox.settle();
    expect(shop.received).toEqual([]);
    const step = await shop.sandbox.page.answer(id, 'approve');
    expect(step).toMatchObject({ kind: 'leave', redirectTo: expect.stringContaining('/return/success?') });
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload).toMatchObject({ Status: 'Processed', Is3DS: true, CardInput: true });
    expect((await shop.retrieve({ PspId: String(body.pspid) })).body.Status).toBe('Processed');
  });

  it('S36 S191 a refused 3DS leads to FailRedirectionURL', async () => {
    open();
    const { body } = await pay({}, { CardNumber: '4000000000003220' });
    const id = body.redirectUrl.split('/').at(-1);
    const step = await shop.sandbox.page.answer(id, 'decline');
    expect(step).toMatchObject({ kind: 'leave', redirectTo: expect.stringContaining('/return/failure?') });
    const status = await shop.retrieve({ PspId: String(body.pspid) });
    expect(status.body).toMatchObject({ Status: 'Declined' });
    expect(status.body.errorMessage).toMatch(/^AUTHENTICATION_3DS_FAILED/);
  });

  it.each([
    ['4000000000000002', {}, 'DECLINED', 'Declined'],
    ['4000000000009995', {}, 'INSUFFICIENT_FUNDS', 'Declined'],
    ['4242424242424242', { CvV2: '000' }, 'SECURITY_CODE_WRONG', 'Declined'],
    ['4242424242424242', { CardHolderName: 'DECLINED' }, 'DECLINED', 'Declined'],
    ['4242424242424242', { CardHolderName: 'card_expired' }, 'CARD_EXPIRED', 'Declined'],
    ['4242424242424242', { CardHolderName: 'ERROR' }, 'ACQUIRER_UNAVAILABLE', 'Failed'],
  ])(
    'S21 S100 G12 card %s %j answers %s with isSuccess false and status %s',
    async (CardNumber, card, code, status) => {
      open();
      const { status: http, body } = await pay({}, { CardNumber, ...card });
      expect(http).toBe(200);
      expect(body).toMatchObject({
        bankResponse: status,
        bankAccept: 'NO',
        cardToken: null,
        isSuccess: false,
      });
      expect(body.errorMessage).toMatch(new RegExp(`^${code}: `));
      expect((await shop.retrieve({ PspId: String(body.pspid) })).body.Status).toBe(status);
    },
  );

  it('G1 holder UNKNOWN leaves a status word that no vocabulary has', async () => {
    open();
    const { body } = await pay({}, { CardHolderName: 'UNKNOWN' });
    expect(body.bankResponse).toBe('Unknown');
    expect((await shop.retrieve({ PspId: String(body.pspid) })).body.Status).toBe('Unknown');
  });

  it('S3 S4 S162 refuses full card details without the PCI level and takes nothing from the card; the page takes it', async () => {
    open({ pciLevel: 'none' });
    const reply = await pay();
    expect(reply.status).toBe(403);
    expect(reply.body.errorMessage).toMatch(/^PCI_LEVEL_REQUIRED/);
    expect(shop.sandbox.transactions.list()).toEqual([]);
    const { body } = await shop.create();
    expect(await shop.sandbox.page.choose(body.token, typed())).toMatchObject({ kind: 'leave' });
  });

  it.each(['4539578763621486', '5425230000004415', '6011000000000012', '371111111111114'])(
    "refuses %s, which may be somebody's card, and does not repeat it",
    async (CardNumber) => {
      open();
      const reply = await pay({}, { CardNumber });
      expect(reply.status).toBe(403);
      expect(reply.body.errorMessage).toMatch(/^LIVE_CARD_REFUSED/);
      expect(reply.text).not.toContain(CardNumber);
      expect(JSON.stringify(shop.sandbox.requests.list())).not.toContain(CardNumber);
    },
  );

  it.each([
    ['S28 S29', 'Amount', 10.5],
    ['S59', 'PaymentCredentials.CardNumber', 4242424242424242],
    ['S61', 'PaymentCredentials.CvV2', 123],
    ['S64', 'PaymentCredentials.ExpYear', 2031],
    ['S38', 'Language', 'it'],
    ['S33', 'UniqueReference', '6b29fc40-ca47-1067-b31d-00dd010662da'],
    ['S79', 'BrowserDetails.UserAgent', 'Mozilla/5.0'],
    ['S80', 'BrowserDetails.JavaEnabled', true],
    ['S81', 'BrowserDetails.ScreenColorDepth', '24'],
    ['S82', 'BrowserDetails.ScreenWidth', '1920'],
    ['S83', 'BrowserDetails.ScreenHeight', '1080'],
    ['S84', 'BrowserDetails.TimeZone', '-60'],
    ['S85', 'BrowserDetails.AcceptHeader', 'text/html'],
    ['S86', 'BrowserDetails.BrowserLanguage', 'en-GB'],
    ['S67', 'Client.email', 'ada@example.com'],
    ['S67', 'Client.Email', 'ada@example.com'],
    ['S68', 'Client.clientAccount', 'a'],
    ['S68', 'Client.ClientAccount', 'a'],
    ['S69', 'Client.firstName', 'Ada'],
    ['S69', 'Client.FirstName', 'Ada'],
    ['S70', 'Client.lastName', 'L'],
    ['S70', 'Client.LastName', 'L'],
    ['S71', 'Client.country', 'MLT'],
    ['S72', 'Client.mobileNo', '1'],
    ['S73', 'Client.street', 's'],
    ['S74', 'Client.city', 'c'],
    ['S74', 'Client.City', 'c'],
    ['S75', 'Client.ZIPCode', 'z'],
    ['S76', 'Client.state', 's'],
    ['S77', 'Client.dateOfBirth', '1990-12-31'],
    ['S40', 'Client.IPAddress', '2001:db8::1'],
    ['S39', 'IPAddress', '203.0.113.7'],
    ['S50', 'UDF', { key: 'k', value: 'v' }],
    ['S51', 'UDF', { MerchantField1: 'v' }],
    ['S52', 'UDF', { text: 'Some words' }],
    ['S47', 'Routing', { ForcePayment: 'CARDS' }],
    ['S48', 'Routing', { ForceBank: 'BANK_B' }],
    ['S49', 'Routing', { ForcePayment: 'CARDS', ForceBank: 'BANK_B' }],
    ['S57', 'PaymentCredentials.PaymentSource', 'Card'],
    ['S58', 'PaymentCredentials.CardType', 'VISA'],
  ])('%s takes %s as %j', async (_fact, path, value) => {
    open();
    const request = withValue(directRequest({ PaymentCredentials: credentials() }), path, value);
    expect((await shop.call('execute', request)).body).toMatchObject({ isSuccess: true });
  });

  it.each([
    ['S27', 'TransactionType', 'REFUND', 'INVALID_FIELD'],
    ['S149', 'TransactionType', 'CAPTURE', 'INVALID_FIELD'],
    ['S28', 'Amount', true, 'INVALID_FIELD'],
    ['S30', 'Currency', 'EURO', 'INVALID_FIELD'],
    ['S31', 'OrderReference', 5, 'INVALID_FIELD'],
    ['S34', 'IsTest', 1, 'INVALID_FIELD'],
    ['S35', 'RedirectionURL', 'x', 'INVALID_FIELD'],
    ['S37', 'CallBackURL', 5, 'INVALID_FIELD'],
    ['S42', 'PaymentCredentials', 'x', 'INVALID_FIELD'],
    ['S54', 'Client', 'x', 'INVALID_FIELD'],
    ['S55', 'BrowserDetails', 'x', 'INVALID_FIELD'],
    ['S56', 'ThreeDSecureAuthentication', 'x', 'INVALID_FIELD'],
    ['S47 S118', 'Routing.ForcePayment', 'PAYPAL', 'UNSUPPORTED'],
    ['S57 S118', 'PaymentCredentials.PaymentSource', 'Wallet', 'UNSUPPORTED'],
    ['S60', 'PaymentCredentials.CardNumber', '4242424242424241', 'INVALID_FIELD'],
    ['S62', 'PaymentCredentials.CvV2', '12', 'INVALID_FIELD'],
    ['S63', 'PaymentCredentials.ExpMonth', '1', 'INVALID_FIELD'],
    ['S63', 'PaymentCredentials.ExpMonth', '13', 'INVALID_FIELD'],
    ['S65', 'PaymentCredentials.ExpYear', '31', 'INVALID_FIELD'],
    ['S65', 'PaymentCredentials.ExpYear', '2020', 'INVALID_FIELD'],
    ['S66', 'PaymentCredentials.CardHolderName', 'A', 'INVALID_FIELD'],
    ['S77', 'Client.dateOfBirth', '31/12/1990', 'INVALID_FIELD'],
    ['S78', 'Client.city', 5, 'INVALID_FIELD'],
    ['S80', 'BrowserDetails.JavaEnabled', 'true', 'INVALID_FIELD'],
    ['S81', 'BrowserDetails.ScreenColorDepth', 24, 'INVALID_FIELD'],
    ['S87', 'ThreeDSecureAuthentication.eci', 5, 'INVALID_FIELD'],
  ])('%s refuses %s as %j', async (_fact, path, value, code) => {
    open();
    const request = withValue(directRequest({ PaymentCredentials: credentials() }), path, value);
    const reply = await shop.call('execute', request);
    expect(reply.body.errorMessage).toMatch(new RegExp(`^${code}: .*${path.split('.')[0]}`));
    expect(shop.sandbox.transactions.list()).toEqual([]);
  });

  it.each(
    'TransactionType Amount Currency OrderReference UniqueReference RedirectionURL CallBackURL IsTest'
      .split(' ')
      .concat(
        ['PaymentCredentials.CardNumber', 'PaymentCredentials.ExpMonth', 'PaymentCredentials.ExpYear'],
        ['PaymentCredentials.CardHolderName'],
      ),
  )('S117 N2 refuses a card payment without %s', async (path) => {
    open();
    const reply = await shop.call(
      'execute',
      without(directRequest({ PaymentCredentials: credentials() }), path),
    );
    expect(reply.status).toBe(400);
    expect(reply.body.errorMessage).toMatch(new RegExp(`^MISSING_FIELD: .*${path}`));
  });

  it('S3 N9 refuses a payment with no source and with two', async () => {
    open();
    expect((await shop.call('execute', directRequest())).body.errorMessage).toMatch(/^MISSING_FIELD/);
    const two = await pay({ Card: { CardToken: 'x' } });
    expect(two.body.errorMessage).toMatch(/^INVALID_FIELD/);
  });
});

describe('a payment with a card token', () => {
  it.each([
    ['S44', 123],
    ['S45', '123'],
  ])('S5 S43 S113 S157 %s pays again with CvV2 as %j, and keeps the token', async (_fact, CvV2) => {
    open();
    const token = await makeToken(shop);
    const reply = await payByToken(
      token,
      {
        TransactionType: 'AUTH',
        Routing: { ForceBank: 'BANK_C' },
        Client: { ClientAccount: '' },
        Language: 'en',
        IPAddress: '203.0.113.7',
        FailRedirectionURL: 'http://localhost:1/f',
      },
      { CvV2 },
    );
    expect(reply.body).toMatchObject({ bankResponse: 'Processed', cardToken: token });
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload).toMatchObject({
      CardToken: token,
      CardInput: false,
      Acquirer: 'BANK_C',
    });
  });

  it('S19 a token of a 3DS card asks the customer again', async () => {
    open();
    const token = await makeToken(shop, { CardNumber: '4000000000003220' });
    expect((await payByToken(token)).body).toMatchObject({ bankResponse: 'Pending' });
  });

  it.each(Object.keys(THREE_DS))(
    'S56 S87 S88 S89 3DS data that was obtained already is taken, %s among it, and asks nobody again',
    async (name) => {
      open();
      const token = await makeToken(shop, { CardNumber: '4000000000003220' });
      const ThreeDSecureAuthentication = { [name]: THREE_DS[name as keyof typeof THREE_DS] };
      expect((await payByToken(token, { ThreeDSecureAuthentication })).body).toMatchObject({
        bankResponse: 'Processed',
      });
    },
  );

  it('S89 3DS data that says the customer was not authenticated is refused', async () => {
    open();
    const token = await makeToken(shop);
    const { body } = await payByToken(token, {
      ThreeDSecureAuthentication: { ...THREE_DS, transStatus: 'N' },
    });
    expect(body).toMatchObject({ isSuccess: false, bankResponse: 'Declined' });
    expect(body.errorMessage).toMatch(/^AUTHENTICATION_3DS_FAILED/);
  });

  it('S158 merchant-initiated use needs the approval of the acquirer, and then no 3DS', async () => {
    open();
    const token = await makeToken(shop, { CardNumber: '4000000000003220' });
    const request = () => directRequest({ Card: { CardToken: token } });
    const refused = await shop.call('execute', request());
    expect(refused.status).toBe(403);
    expect(refused.body.errorMessage).toMatch(/^MIT_NOT_APPROVED/);
    await shop.close();
    open({ mit: true });
    const other = await makeToken(shop, { CardNumber: '4000000000003220' });
    const taken = await shop.call('execute', directRequest({ Card: { CardToken: other } }));
    expect(taken.body).toMatchObject({ bankResponse: 'Processed', redirectUrl: null });
  });

  it('S155 an unknown token is refused', async () => {
    open();
    const reply = await payByToken('00000000-0000-4000-8000-000000000000');
    expect(reply.status).toBe(404);
    expect(reply.body.errorMessage).toMatch(/^TOKEN_NOT_FOUND/);
  });

  it('CARD_EXPIRED comes by the clock, for a card that was good when it was stored', async () => {
    open();
    const token = await makeToken(shop, { ExpYear: '2030', ExpMonth: '01' });
    expect((await payByToken(token)).body.isSuccess).toBe(true);
    await shop.sandbox.clock.set(new Date('2030-02-01T00:00:00Z'));
    expect((await payByToken(token)).body.errorMessage).toMatch(/^CARD_EXPIRED/);
  });
});

describe('magic amounts', () => {
  it.each([
    ['2000.00', /^DECLINED: .*2000/],
    ['2051.10', /^DECLINED: .*2051/],
    ['2999.99', /^DECLINED: .*2999/],
    ['3000.01', /^ACQUIRER_UNAVAILABLE/],
  ])(
    '%s does what it says when switched on, and is an amount like any other by default',
    async (Amount, text) => {
      open();
      expect((await pay({ Amount })).body.isSuccess).toBe(true);
      await shop.close();
      open({ magic: { amounts: true } });
      expect((await pay({ Amount })).body.errorMessage).toMatch(text);
    },
  );

  it.each(['1999.99', '3001.00'])('%s stays an amount like any other', async (Amount) => {
    open({ magic: { amounts: true } });
    expect((await pay({ Amount })).body.isSuccess).toBe(true);
  });
});
