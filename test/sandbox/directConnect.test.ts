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

type Card = { CvV2?: string; CardHolderName?: string };

function expectRefused(body: Record<string, unknown>, code: string, status: string): void {
  expect(body).toMatchObject({
    bankResponse: status,
    bankAccept: 'NO',
    cardToken: null,
    redirectUrl: null,
    isSuccess: false,
    errorMessage: expect.stringMatching(new RegExp(`^${code}: `)),
  });
}

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

  it('S19 S92 S93 S183 G11 a card that needs 3DS is pending with an address and YES; approving there pays, is notified and says Is3DS', async () => {
    open();
    const { body } = await pay({ OrderReference: 'Order-3DS' }, { CardNumber: '4000000000003220' });
    expect(body).toMatchObject({
      bankResponse: 'Pending',
      bankAccept: 'YES',
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

  it.each([
    ['approve', '/return/success', 'Processed'],
    ['decline', '/return/failure', 'Declined'],
  ])(
    'S92 the customer is sent to that address over HTTP, answers %s, and comes back to %s',
    async (answer, path, word) => {
      open();
      const { body } = await pay({}, { CardNumber: '4000000000003220' });
      const page = await shop.sandbox.fetch(body.redirectUrl);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('••••')]);
      const form = new URLSearchParams({ answer });
      const back = await shop.sandbox.fetch(body.redirectUrl, { method: 'POST', body: form });
      expect(await back.text()).toContain(`url=http://localhost:1${path}?`);
      expect((await shop.retrieve({ PspId: String(body.pspid) })).body.Status).toBe(word);
    },
  );

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

  const REFUSED = [
    ['declined', '4000000000000002', {}, 'DECLINED', 'Declined'],
    ['without funds', '4000000000009995', {}, 'INSUFFICIENT_FUNDS', 'Declined'],
    ['with security code 000', '4242424242424242', { CvV2: '000' }, 'SECURITY_CODE_WRONG', 'Declined'],
    ['of holder DECLINED', '4242424242424242', { CardHolderName: 'DECLINED' }, 'DECLINED', 'Declined'],
    [
      'of holder card_expired',
      '4242424242424242',
      { CardHolderName: 'card_expired' },
      'CARD_EXPIRED',
      'Declined',
    ],
    ['of holder ERROR', '4242424242424242', { CardHolderName: 'ERROR' }, 'ACQUIRER_UNAVAILABLE', 'Failed'],
  ] as const;
  const TYPES = [
    ['S20 S21', 'AUTH'],
    ['S22', 'PURC'],
  ] as const;
  const CASES = TYPES.flatMap(([facts, type]) => REFUSED.map((row) => [facts, type, ...row] as const));

  it.each(CASES)(
    '%s S100 G12 %s refuses a card %s, given whole: nothing held, nothing taken',
    async (_facts, TransactionType, _what, CardNumber, card, code, status) => {
      open();
      const { status: http, body } = await pay({ TransactionType }, { CardNumber, ...card });
      expect(http).toBe(200);
      expectRefused(body, code, status);
      expect((await shop.retrieve({ PspId: String(body.pspid) })).body.Status).toBe(status);
      expect(shop.sandbox.transactions.list()).toMatchObject([{ fundsHeld: false, authCode: null }]);
      expect(shop.sandbox.tokens.list()).toEqual([]);
    },
  );

  it.each(CASES)(
    '%s S5 S100 %s refuses a card %s, by token',
    async (_facts, TransactionType, _what, CardNumber, { CvV2 = '123', ...card }: Card, code, status) => {
      open();
      const token = await makeToken(shop, { CardNumber, ...card });
      const { body } = await payByToken(token, { TransactionType }, { CvV2 });
      expectRefused(body, code, status);
      expect(shop.sandbox.transactions.list()).toMatchObject([{ fundsHeld: false, authCode: null }]);
    },
  );

  it.each(TYPES)(
    '%s %s refuses a card whose month is over, given whole and by token',
    async (_facts, type) => {
      open();
      const token = await makeToken(shop, { ExpYear: '2030', ExpMonth: '01' });
      await shop.sandbox.clock.set(new Date('2030-02-01T00:00:00Z'));
      const whole = await pay({ TransactionType: type }, { ExpYear: '2030', ExpMonth: '01' });
      expectRefused(whole.body, 'CARD_EXPIRED', 'Declined');
      expectRefused((await payByToken(token, { TransactionType: type })).body, 'CARD_EXPIRED', 'Declined');
    },
  );

  it.each([
    ['S20 S21', 'AUTH', true],
    ['S22', 'PURC', false],
  ])('%s %s of a good card: the funds are held by the first alone', async (_facts, TransactionType, held) => {
    open();
    await pay({ TransactionType });
    await payByToken(await makeToken(shop), { TransactionType });
    const line = { state: 'processed', fundsHeld: held, authCode: expect.stringMatching(/^\d{6}$/) };
    expect(shop.sandbox.transactions.list()).toMatchObject([line, line]);
  });

  it('S20 S147 S193 the status says that an authorisation has lapsed, and a purchase has not', async () => {
    open();
    const held = await pay({ TransactionType: 'AUTH' });
    const bought = await pay({ TransactionType: 'PURC' });
    const wordOf = async ({ body }: typeof held) =>
      (await shop.retrieve({ PspId: String(body.pspid) })).body.Status;
    await shop.sandbox.clock.advance('29d');
    expect([await wordOf(held), await wordOf(bought)]).toEqual(['Processed', 'Processed']);
    await shop.sandbox.clock.advance('1d');
    expect([await wordOf(held), await wordOf(bought)]).toEqual(['Lapsed', 'Processed']);
    expect(shop.sandbox.transactions.list()).toMatchObject([{ fundsHeld: false }, { fundsHeld: false }]);
    await shop.sandbox.settle();
    expect(shop.received).toHaveLength(2); // S187: a lapse is no event
  });

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

  it.each<[string, string, unknown, string]>([
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
    ...'UserAgent ScreenColorDepth ScreenWidth ScreenHeight TimeZone AcceptHeader BrowserLanguage'
      .split(' ')
      .map(
        (name, i) =>
          [`S${[79, 81, 82, 83, 84, 85, 86][i]}`, `BrowserDetails.${name}`, 24, 'INVALID_FIELD'] as [
            string,
            string,
            number,
            string,
          ],
      ),
    ['S55', 'BrowserDetails', [], 'INVALID_FIELD'],
    ...Object.keys(THREE_DS).map(
      (name) =>
        ['S87 S88', `ThreeDSecureAuthentication.${name}`, 5, 'INVALID_FIELD'] as [
          string,
          string,
          number,
          string,
        ],
    ),
    ['S56', 'ThreeDSecureAuthentication', [], 'INVALID_FIELD'],
    ['S47', 'Routing', 'CARDS', 'INVALID_FIELD'],
    ['S47', 'Routing.ForcePayment', 5, 'INVALID_FIELD'],
    ['S48', 'Routing.ForceBank', 5, 'INVALID_FIELD'],
    ['S48', 'Routing.ForceBank', { Name: 'BANK_A' }, 'INVALID_FIELD'],
    ['S36', 'FailRedirectionURL', 5, 'INVALID_FIELD'],
    ['S38', 'Language', 5, 'INVALID_FIELD'],
    ['S39', 'IPAddress', 5, 'INVALID_FIELD'],
    ['S40', 'Client.IPAddress', 5, 'INVALID_FIELD'],
    ['S50', 'UDF', 'x', 'INVALID_FIELD'],
    ['S53', 'UDF.MerchantField1', 5, 'INVALID_FIELD'],
    ['S53', 'UDF.MerchantField1', { deep: 'x' }, 'INVALID_FIELD'],
    ['S58', 'PaymentCredentials.CardType', 5, 'INVALID_FIELD'],
    ['S59', 'PaymentCredentials.CardNumber', true, 'INVALID_FIELD'],
    ['S61', 'PaymentCredentials.CvV2', ['123'], 'INVALID_FIELD'],
    ['S63', 'PaymentCredentials.ExpMonth', 12, 'INVALID_FIELD'],
    ['S64', 'PaymentCredentials.ExpYear', {}, 'INVALID_FIELD'],
    ['S66', 'PaymentCredentials.CardHolderName', 5, 'INVALID_FIELD'],
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

  it('S32 warns of an OrderReference that was used before, and pays', async () => {
    open();
    expect((await pay({ OrderReference: 'Again' })).headers.get('warning')).toBeNull();
    const again = await pay({ OrderReference: 'Again' });
    expect(again.headers.get('warning')).toMatch(/OrderReference/);
    expect(again.body).toMatchObject({ bankResponse: 'Processed', isSuccess: true });
  });

  it('S3 refuses a payment with no source', async () => {
    open();
    expect((await shop.call('execute', directRequest())).body.errorMessage).toMatch(/^MISSING_FIELD/);
  });

  const SOURCES = {
    PaymentCredentials: credentials(),
    Card: { CardToken: 'x', CvV2: '123' },
    PspId: '1000001',
    PaymentDestination: { PaymentMethod: 'CardToken', CardToken: 'x' },
  };
  const PAIRS = Object.keys(SOURCES).flatMap((one, i, all) => all.slice(i + 1).map((other) => [one, other]));

  it.each(
    ['AUTH', 'PURC', 'ORIGINALCREDIT'].flatMap((type) =>
      PAIRS.map(([one, other]) => [type, one, other] as const),
    ),
  )(
    'S112 S113 S114 S115 S116 %s refuses %s together with %s, and names both',
    async (TransactionType, one, other) => {
      open();
      const two = Object.fromEntries(
        Object.entries(SOURCES).filter(([name]) => name === one || name === other),
      );
      const reply = await shop.call('execute', directRequest({ TransactionType, ...two }));
      expect(reply.status).toBe(400);
      const text = String(reply.body.errorMessage ?? reply.body.ErrorMessage);
      expect(text).toMatch(/^INVALID_FIELD: /);
      expect(text).toContain(one);
      expect(text).toContain(other);
      expect(shop.sandbox.transactions.list()).toEqual([]);
    },
  );

  it.each(['PspId', 'PaymentDestination'] as const)(
    'S112 a payment from %s alone is refused',
    async (name) => {
      open();
      const reply = await shop.call('execute', directRequest({ [name]: SOURCES[name] }));
      expect(reply.body.errorMessage).toMatch(new RegExp(`^INVALID_FIELD: PURC: .*not ${name}`));
    },
  );
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

  it('S56 S87 S88 S89 S183 3DS data with a positive result asks nobody again, and the payment says Is3DS', async () => {
    open();
    const token = await makeToken(shop, { CardNumber: '4000000000003220' });
    expect((await payByToken(token, { ThreeDSecureAuthentication: THREE_DS })).body).toMatchObject({
      bankResponse: 'Processed',
      redirectUrl: null,
    });
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload.Is3DS).toBe(true);
  });

  it.each([
    ['4000000000003220', 'Y', '05'],
    ['4000000000003220', 'A', '06'],
    ['4000000000003220', 'y', '05'],
    ['5200828282828210', 'Y', '02'],
    ['5200828282828210', 'A', '01'],
  ])(
    'S89 S158 card %s, transStatus %s with eci %s and a cavv: nobody is asked, no approval is needed',
    async (CardNumber, transStatus, eci) => {
      open({ cards: [{ number: '5200828282828210', behaviour: 'challenge' }] });
      const CardToken = await makeToken(shop, { CardNumber });
      const ThreeDSecureAuthentication = { transStatus, eci, cavv: 'AAABBBCCCDDD' };
      const request = directRequest({ Card: { CardToken }, ThreeDSecureAuthentication });
      expect((await shop.call('execute', request)).body).toMatchObject({ bankResponse: 'Processed' });
    },
  );

  const INCONCLUSIVE: [string, unknown][] = [
    ['absent', undefined],
    ['null', null],
    ['empty', {}],
    ...Object.entries(THREE_DS).map(([name, value]): [string, unknown] => [
      `${name} alone`,
      { [name]: value },
    ]),
    ['without cavv', { ...THREE_DS, cavv: undefined }],
    ['with an empty cavv', { ...THREE_DS, cavv: '' }],
    ['without eci', { ...THREE_DS, eci: undefined }],
    ['with the eci of an attempt', { ...THREE_DS, eci: '06' }],
    ['with the eci of another scheme', { ...THREE_DS, eci: '02' }],
    ['with the eci of no 3DS', { ...THREE_DS, eci: '07' }],
    ['without transStatus', { ...THREE_DS, transStatus: null }],
    ...['U', 'C', 'D', 'I', 'Yes', ''].map((transStatus): [string, unknown] => [
      `transStatus "${transStatus}"`,
      { ...THREE_DS, transStatus },
    ]),
  ];

  it.each(INCONCLUSIVE)('S89 3DS data %s proves nothing: the customer is asked', async (_what, data) => {
    open();
    const token = await makeToken(shop, { CardNumber: '4000000000003220' });
    const { body } = await payByToken(token, { ThreeDSecureAuthentication: data });
    expect(body).toMatchObject({ bankResponse: 'Pending', redirectUrl: expect.any(String) });
    const whole = await pay({ ThreeDSecureAuthentication: data }, { CardNumber: '4000000000003220' });
    expect(whole.body).toMatchObject({ bankResponse: 'Pending', redirectUrl: expect.any(String) });
  });

  it.each(INCONCLUSIVE)(
    'S158 3DS data %s does not waive the approval of merchant-initiated payments',
    async (_what, data) => {
      open();
      const CardToken = await makeToken(shop);
      const request = directRequest({ Card: { CardToken }, ThreeDSecureAuthentication: data });
      const reply = await shop.call('execute', request);
      expect(reply.status).toBe(403);
      expect(reply.body.errorMessage).toMatch(/^MIT_NOT_APPROVED/);
      expect(shop.sandbox.transactions.list()).toEqual([]);
    },
  );

  it.each([null, {}, { UserAgent: '' }])(
    'S158 BrowserDetails %j describes nobody',
    async (BrowserDetails) => {
      open();
      const CardToken = await makeToken(shop);
      const reply = await shop.call('execute', directRequest({ Card: { CardToken }, BrowserDetails }));
      expect(reply.body.errorMessage).toMatch(/^MIT_NOT_APPROVED/);
    },
  );

  it.each(['N', 'R'])('S89 3DS data with transStatus %s is refused', async (transStatus) => {
    open();
    const token = await makeToken(shop);
    const { body } = await payByToken(token, {
      ThreeDSecureAuthentication: { ...THREE_DS, transStatus },
    });
    expect(body).toMatchObject({ isSuccess: false, bankResponse: 'Declined' });
    expect(body.errorMessage).toMatch(/^AUTHENTICATION_3DS_FAILED/);
  });

  it.each([
    ['S43', 'Card', 'token', 'INVALID_FIELD: Card: expected an object'],
    ['S43', 'Card', [], 'INVALID_FIELD: Card: expected an object'],
    ['S43', 'Card', {}, 'MISSING_FIELD: Card.CardToken: expected to be present'],
    ['S43', 'Card.CardToken', 5, 'INVALID_FIELD: Card.CardToken: expected a text'],
    ['S44', 'Card.CvV2', 12, 'INVALID_FIELD: Card.CvV2: expected 3 or 4 digits'],
    ['S45', 'Card.CvV2', true, 'INVALID_FIELD: Card.CvV2: expected a text or a number'],
    ['S43', 'Card.Pin', '1', 'UNKNOWN_FIELD: Card.Pin'],
  ])('%s refuses %s as %j: %s', async (_fact, path, value, text) => {
    open();
    const Card = { CardToken: await makeToken(shop), CvV2: '123' };
    const reply = await shop.call('execute', withValue(directRequest({ Card }), path, value));
    expect(reply.status).toBe(400);
    expect(reply.body.errorMessage).toContain(text);
    expect(shop.sandbox.transactions.list()).toEqual([]);
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
