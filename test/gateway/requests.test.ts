import { describe, expect, it } from 'vitest';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { CARD, errorOf, HPP, HPP_ANSWER, openWire, PAID, PAID_OUT, SECRETS, STATUS, TOKEN } from './wire.ts';

const client = {
  email: 'ada@example.com',
  clientAccount: 'acc-1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'MT',
  mobileNo: '+35621234567',
  street: '1 Main St',
  city: 'Valletta',
  zipCode: 'VLT 1000',
  state: 'Malta',
  dateOfBirth: '1990-12-31',
  ipAddress: '203.0.113.5',
};

describe('the hosted page request (S13, S111)', () => {
  it("S25 S26 S119 S120 S121 S122 S123 S125 S126 S127 S128 is JSON in the document's spelling", async () => {
    const wire = openWire({}, [{ json: HPP_ANSWER }]);
    await wire.gateway.hpp.create({
      ...HPP,
      uniqueReference: 'u-1',
      failRedirectionUrl: 'https://shop.example/fail',
    });
    const { method, url, headers, json } = wire.last();
    expect([method, url.href]).toEqual(['POST', 'https://gateway.example/api/hpptoken/create']);
    expect(headers['Content-Type']).toBe('application/json');
    expect(json).toEqual({
      TransactionType: 'PURC',
      Amount: '10.00',
      Currency: 'EUR',
      IsTest: true,
      OrderReference: 'Order-1',
      UniqueReference: 'u-1',
      RedirectionURL: 'https://shop.example/return',
      FailRedirectionURL: 'https://shop.example/fail',
      CallBackURL: 'https://shop.example/notify',
    });
  });

  it('S129a S129b S129c S129d S129e S129f S129g S129h S129i S129j S129k S129l spells Client in Pascal case, the country in three letters', async () => {
    const wire = openWire({}, [{ json: HPP_ANSWER }]);
    await wire.gateway.hpp.create({ ...HPP, client });
    expect(wire.last().json.Client).toEqual({
      Email: 'ada@example.com',
      ClientAccount: 'acc-1',
      FirstName: 'Ada',
      LastName: 'Lovelace',
      Country: 'MLT',
      MobileNo: '+35621234567',
      Street: '1 Main St',
      City: 'Valletta',
      ZIPCode: 'VLT 1000',
      State: 'Malta',
      DateOfBirth: '1990-12-31',
      IPAddress: '203.0.113.5',
    });
  });

  it('S124 S130 S131 S132 S133 S134 carries language, further customer fields, UDF and Configuration', async () => {
    const wire = openWire({}, [{ json: HPP_ANSWER }]);
    await wire.gateway.hpp.create({
      ...HPP,
      language: 'mt',
      client: { extra: { TaxNumber: 'MT1' } },
      udf: { MerchantField1: 'a', 'any key': 'b' },
      configuration: {
        profile: 'dark',
        cardHolderNameEdit: true,
        showSavedCards: false,
        extra: { Theme: 'x' },
      },
    });
    expect(wire.last().json).toMatchObject({
      Language: 'mt',
      Client: { TaxNumber: 'MT1' },
      UDF: { MerchantField1: 'a', 'any key': 'b' },
      Configuration: { Profile: 'dark', CardHolderNameEdit: 'true', ShowSavedCards: '0', Theme: 'x' },
    });
  });

  it('S33 makes a UUID for a reference, another one each time; S138 fails to the same address unless told', async () => {
    const wire = openWire({}, [{ json: HPP_ANSWER }]);
    const first = await wire.gateway.hpp.create(HPP);
    const second = await wire.gateway.hpp.create(HPP);
    expect(first.uniqueReference).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(first.uniqueReference).not.toBe(second.uniqueReference);
    expect(wire.last().json.FailRedirectionURL).toBe(HPP.redirectionUrl);
  });

  it('S135a S135b S135c S135d S135e S135f S141 S192 reads the answer', async () => {
    const wire = openWire({}, [{ json: HPP_ANSWER }]);
    const session = await wire.gateway.hpp.create({ ...HPP, amount: 1050n, uniqueReference: 'u-1' });
    expect(session).toEqual({
      pspId: '850907',
      token: HPP_ANSWER.token,
      redirectUrl: HPP_ANSWER.redirectUrl,
      status: 'PENDING',
      uniqueReference: 'u-1',
      orderReference: 'Order-1',
      amount: '10.50',
      expiresInMs: 120_000,
      raw: HPP_ANSWER,
    });
  });

  it.each([
    ['pspid', undefined],
    ['pspid', 1.5],
    ['token', ''],
    ['redirectUrl', 'javascript:alert(1)'],
    ['redirectUrl', '/relative'],
    ['status', 7],
    ['isSuccess', undefined],
  ])('an answer with %s = %j is unreadable, and the session may exist all the same', async (name, value) => {
    const wire = openWire({}, [{ json: { ...HPP_ANSWER, [name]: value } }]);
    const error = await errorOf(wire.gateway.hpp.create(HPP));
    expect(error).toMatchObject({ code: 'outcome_unknown', cause: { code: 'response_invalid', path: name } });
    expect(wire.sent).toHaveLength(1);
  });

  it('S188 S190 isSuccess false is GatewayRejectedError with the text', async () => {
    const wire = openWire({}, [
      { json: { ...HPP_ANSWER, isSuccess: false, errorMessage: 'Route closed by acquirer' } },
    ]);
    const error = await errorOf(wire.gateway.hpp.create(HPP));
    expect(error).toMatchObject({
      code: 'rejected',
      errorMessage: 'Route closed by acquirer',
      gatewayCode: null,
    });
  });
});

const common = { ...HPP, uniqueReference: 'u-1' } as const;
const wireCommon = {
  Amount: '10.00',
  Currency: 'EUR',
  OrderReference: 'Order-1',
  UniqueReference: 'u-1',
  RedirectionURL: 'https://shop.example/return',
  CallBackURL: 'https://shop.example/notify',
  IsTest: true,
};

describe('direct connect requests (S106, S117)', () => {
  it('S1 S20 S21 S112 authorise with full card details: credentials, route, client, browser, UDF', async () => {
    const wire = openWire({ pciLevel: 'saq-d' }, [{ json: PAID }]);
    const browserDetails = {
      userAgent: 'UA',
      javaEnabled: false,
      screenColorDepth: '24',
      screenWidth: '1920',
      screenHeight: '1080',
      timeZone: '-60',
      acceptHeader: '*/*',
      browserLanguage: 'en',
    };
    await wire.gateway.payments.authorise({
      ...common,
      paymentCredentials: CARD,
      client,
      browserDetails,
      udf: { k: 'v' },
    });
    const { method, url, json } = wire.last();
    expect([method, url.pathname]).toEqual(['POST', '/api/directconnect/execute']);
    expect(json).toEqual({
      ...wireCommon,
      TransactionType: 'AUTH', // S27
      PaymentCredentials: {
        PaymentSource: 'Card',
        CardType: 'VISA',
        CardNumber: '4111111111111111',
        CvV2: '123',
        ExpMonth: '12',
        ExpYear: '2030',
        CardHolderName: 'Ada Lovelace',
      },
      Routing: { ForcePayment: 'CARDS' },
      Client: {
        email: 'ada@example.com',
        clientAccount: 'acc-1',
        firstName: 'Ada',
        lastName: 'Lovelace',
        country: 'MT', // as given (G24)
        mobileNo: '+35621234567',
        street: '1 Main St',
        city: 'Valletta',
        ZIPCode: 'VLT 1000',
        state: 'Malta',
        dateOfBirth: '1990-12-31',
        IPAddress: '203.0.113.5',
      },
      BrowserDetails: {
        UserAgent: 'UA',
        JavaEnabled: false,
        ScreenColorDepth: '24',
        ScreenWidth: '1920',
        ScreenHeight: '1080',
        TimeZone: '-60',
        AcceptHeader: '*/*',
        BrowserLanguage: 'en',
      },
      UDF: { k: 'v' },
    });
  });

  it('S2 S5 S22 S113 S87a S87b S87c S87d S87e S87f S87g S87h S88 purchase with a token: 3DS data, acquirer, language, IP address', async () => {
    const wire = openWire({}, [{ json: PAID }]);
    const threeDSecureAuthentication = {
      eci: '05',
      xid: 'x',
      dsTransactionId: 'd',
      acsTransID: 'a',
      challengeIndicator: '01',
      transStatus: 'Y',
      threeDSecureFlow: 'CHALLENGE',
      cavv: 'AAAB',
      threeDVersion: '2.2.0',
    };
    await wire.gateway.payments.purchase({
      ...common,
      card: { cardToken: TOKEN, cvv2: '0123' },
      threeDSecureAuthentication,
      routing: { forceBank: 'BANK' },
      failRedirectionUrl: 'https://shop.example/fail',
      language: 'en',
      ipAddress: '203.0.113.5',
    });
    expect(wire.last().json).toEqual({
      ...wireCommon,
      TransactionType: 'PURC',
      Card: { CardToken: TOKEN, CvV2: '0123' },
      ThreeDSecureAuthentication: threeDSecureAuthentication, // S87, S88: carried unchanged
      Routing: { ForceBank: 'BANK' },
      FailRedirectionURL: 'https://shop.example/fail',
      Language: 'en',
      IPAddress: '203.0.113.5',
    });
  });

  it('S8 S114 S115 S116 S46 payouts by PSP id, token and card are ORIGINALCREDIT', async () => {
    const wire = openWire({ pciLevel: 'saq-d' }, [{ json: PAID_OUT }]);
    await wire.gateway.payouts.toTransaction({
      ...common,
      pspId: '850907',
      routing: { forceBank: 'B', forcePayment: 'CARDS' },
    });
    await wire.gateway.payouts.toToken({ ...common, paymentDestination: { cardToken: TOKEN } });
    await wire.gateway.payouts.toCard({ ...common, paymentCredentials: CARD, client });
    const payout = { ...wireCommon, TransactionType: 'ORIGINALCREDIT' };
    expect(wire.sent.map(({ json }) => json)).toEqual([
      { ...payout, PspId: '850907', Routing: { ForceBank: 'B', ForcePayment: 'CARDS' } },
      { ...payout, PaymentDestination: { PaymentMethod: 'CardToken', CardToken: TOKEN } },
      {
        ...payout,
        PaymentCredentials: expect.objectContaining({ CardNumber: CARD.cardNumber }),
        Client: expect.anything(),
      },
    ]);
  });

  it('S12 S148 a payout to an alternative payment method is refused clearly, unless the profile builds it (N9)', async () => {
    const refused = openWire();
    expect(await errorOf(refused.gateway.payouts.toApm({}))).toMatchObject({ code: 'config_invalid' });
    expect(refused.sent).toEqual([]);
    const profile = defineProfile({ payouts: { apm: (input) => ({ Wallet: input, OrderReference: 'o' }) } });
    const wire = openWire({ profile }, [{ json: PAID_OUT }]);
    expect(await wire.gateway.payouts.toApm('w-1')).toMatchObject({ kind: 'processed', orderReference: 'o' });
    expect(wire.last().json).toMatchObject({
      TransactionType: 'ORIGINALCREDIT',
      Wallet: 'w-1',
      IsTest: true,
    });
  });

  it('S3 S9 S162 full card details are refused before a byte is sent, unless the merchant holds SAQ D', async () => {
    const { gateway, sent } = openWire({}, [{ json: PAID }]);
    const calls = [
      gateway.payments.authorise({ ...common, paymentCredentials: CARD }),
      gateway.payments.purchase({ ...common, paymentCredentials: CARD }),
      gateway.payouts.toCard({ ...common, paymentCredentials: CARD }),
    ];
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({ code: 'pci_level_required', name: 'PciLevelError' });
    expect(sent).toEqual([]);
  });

  it.each([
    ['S60 S62 S65 texts', 'string', { CardNumber: '4111111111111111', CvV2: '123', ExpYear: '2030' }],
    ['S59 S61 S64 numbers', 'number', { CardNumber: 4111111111111111, CvV2: 123, ExpYear: 2030 }],
  ] as const)('%s, as the profile says (G8)', async (_name, numbersAs, expected) => {
    const wire = openWire({ pciLevel: 'saq-d', profile: defineProfile({ wire: { numbersAs } }) }, [
      { json: PAID },
    ]);
    await wire.gateway.payments.purchase({ ...common, paymentCredentials: CARD });
    expect(wire.last().json.PaymentCredentials).toMatchObject(expected);
  });

  it('a number would lose the leading zero of a security code or the end of a long card number (G8)', async () => {
    const wire = openWire({ profile: defineProfile({ wire: { numbersAs: 'number' } }) }, [{ json: PAID }]);
    await wire.gateway.payments.purchase({ ...common, card: { cardToken: TOKEN, cvv2: '012' } });
    expect(wire.last().json.Card.CvV2).toBe('012');
  });

  it('G6 G7 G9 G20 spelling, amount and switches follow the profile', async () => {
    const profile = defineProfile({
      wire: {
        clientCase: 'pascal',
        amount: Number,
        configuration: { showSavedCards: ['no', 'yes'], cardHolderNameEdit: ['n', 'y'] },
      },
    });
    const wire = openWire({ profile }, [{ json: PAID }, { json: HPP_ANSWER }]);
    await wire.gateway.payments.purchase({ ...common, card: { cardToken: TOKEN }, client });
    expect(wire.last().json.Amount).toBe(10); // S28
    expect(Object.keys(wire.last().json.Client)).toEqual([
      ...[
        'Email',
        'ClientAccount',
        'FirstName',
        'LastName',
        'country',
        'mobileNo',
        'street',
        'City',
        'ZIPCode',
      ],
      ...['state', 'dateOfBirth', 'IPAddress'],
    ]);
    await wire.gateway.hpp.create({
      ...HPP,
      configuration: { showSavedCards: true, cardHolderNameEdit: false },
    });
    expect(wire.last().json.Configuration).toEqual({ ShowSavedCards: 'yes', CardHolderNameEdit: 'n' });
  });
});

describe('card tokens (S7, S108, S109, S110)', () => {
  const card = {
    cardHolderName: 'Ada Lovelace',
    cardNumber: '4111111111111111',
    expMonth: '12',
    expYear: '2030',
  };

  it('S150 S151 tokenise sends the four fields and the account', async () => {
    const wire = openWire({}, [{ json: { cardToken: TOKEN, isSuccess: true, errorMessage: null } }]);
    const { cardToken, raw } = await wire.gateway.cards.tokenise({ ...card, clientAccount: 'acc-1' });
    expect(cardToken).toBe(TOKEN);
    expect(JSON.stringify(raw)).not.toContain(TOKEN);
    const { method, url, json } = wire.last();
    expect([method, url.pathname]).toEqual(['POST', '/api/cards/tokenise']);
    expect(json).toEqual({
      CardHolderName: 'Ada Lovelace',
      CardNumber: '4111111111111111',
      ExpMonth: '12',
      ExpYear: '2030',
      ClientAccount: 'acc-1',
    });
  });

  it('S150 each missing field is named before anything is sent', async () => {
    const { gateway, sent } = openWire();
    for (const name of Object.keys(card)) {
      const { [name as 'expYear']: _left, ...rest } = card;
      const error = await errorOf(gateway.cards.tokenise(rest as never));
      expect(error.issues).toEqual([{ path: name, rule: 'required', message: 'expected to be present' }]);
    }
    expect(sent).toEqual([]);
  });

  it('S109 S152 retrieve puts the token in the path, encoded, and shows no card number', async () => {
    const wire = openWire({}, [
      {
        json: {
          CardToken: TOKEN,
          CardNumber: '4111111111111111',
          CardHolderName: 'Ada',
          CardExpiry: '12/2030',
          isSuccess: true,
        },
      },
    ]);
    const record = await wire.gateway.cards.retrieve('a/b ?c');
    expect(wire.last().url.href).toBe('https://gateway.example/api/cards/tokens/a%2Fb%20%3Fc');
    expect(record).toMatchObject({
      cardToken: TOKEN,
      cardNumber: '411111******1111',
      cardHolderName: 'Ada',
      clientAccount: null,
    });
    expect(JSON.stringify(record)).not.toContain('4111111111111111');
  });

  it('S110 S153 delete carries the token in the query; an empty answer is fine (N12)', async () => {
    const wire = openWire({}, [{ status: 204 }]);
    await wire.gateway.cards.delete(TOKEN);
    expect(wire.last()).toMatchObject({ method: 'DELETE' });
    expect(wire.last().url.href).toBe(`https://gateway.example/api/cards/tokenise?cardToken=${TOKEN}`);
    expect(await errorOf(wire.gateway.cards.delete(''))).toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    ['body', '/api/cards/tokenise', { Token: TOKEN }],
    ['path', `/api/cards/tokenise/${TOKEN}`, null],
  ] as const)('N12 delete carries it in the %s', async (deleteCarrier, path, json) => {
    const profile = defineProfile({ tokens: { deleteCarrier, deleteName: 'Token' } });
    const wire = openWire({ profile }, [{ json: { isSuccess: true } }]);
    await wire.gateway.cards.delete(TOKEN);
    expect([wire.last().url.pathname, wire.last().json]).toEqual([path, json]);
  });

  it('S155 an unknown token is NotFoundError', async () => {
    const wire = openWire({}, [
      { status: 404, json: { isSuccess: false, errorMessage: 'TOKEN_NOT_FOUND: none' } },
    ]);
    expect(await errorOf(wire.gateway.cards.retrieve(TOKEN))).toMatchObject({
      name: 'NotFoundError',
      gatewayCode: 'TOKEN_NOT_FOUND',
    });
  });
});

describe('status retrieval (S18, S107)', () => {
  it('N10 asks by the references it has, in the query', async () => {
    const wire = openWire({}, [{ json: STATUS }]);
    const status = await wire.gateway.transactions.retrieve({ pspId: '850907', uniqueReference: 'a b' });
    expect(wire.last().url.href).toBe(
      'https://gateway.example/api/transactions/retrieve?PspId=850907&UniqueReference=a+b',
    );
    expect(status).toMatchObject({
      state: 'processed',
      pspId: '850907',
      amount: '10.00',
      errorMessage: null,
    });
  });

  it('needs one reference', async () => {
    expect(await errorOf(openWire().gateway.transactions.retrieve({}))).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('N8 the other form of the path', async () => {
    const wire = openWire(
      { profile: defineProfile({ endpoints: { retrieve: { path: '/transactions/retrieve' } } }) },
      [{ json: STATUS }],
    );
    await wire.gateway.transactions.retrieve({ pspId: '1' });
    expect(wire.last().url.pathname).toBe('/transactions/retrieve');
  });

  it('G1 a word that the vocabulary lacks is unknown, letter case aside it is known', async () => {
    const wire = openWire({}, [
      { json: { ...STATUS, Status: 'PROCESSED' } },
      { json: { ...STATUS, Status: 'Gone fishing' } },
    ]);
    expect((await wire.gateway.transactions.retrieve({ pspId: '1' })).state).toBe('processed');
    expect(await wire.gateway.transactions.retrieve({ pspId: '1' })).toMatchObject({
      state: 'unknown',
      status: 'Gone fishing',
    });
  });
});

describe('authentication (S159, S160)', () => {
  it('every call carries Basic credentials and a signature', async () => {
    const answers: Record<string, object> = {
      '/api/hpptoken/create': HPP_ANSWER,
      '/api/directconnect/execute': PAID,
      '/api/transactions/retrieve': STATUS,
    };
    const wire = openWire({}, [
      ({ url }) => ({ json: answers[url.pathname] ?? { isSuccess: true, cardToken: TOKEN } }),
    ]);
    const { gateway } = wire;
    await gateway.hpp.create(HPP);
    await gateway.payments.purchase({ ...common, card: { cardToken: TOKEN } });
    await gateway.cards.retrieve(TOKEN);
    await gateway.cards.delete(TOKEN);
    await gateway.transactions.retrieve({ pspId: '1' });
    await gateway.request({ method: 'POST', path: '/api/capture', body: { PspId: '1' } });
    for (const { headers } of wire.sent) {
      expect(headers.Authorization).toBe(`Basic ${btoa(`${SECRETS.clientId}:${SECRETS.clientSecret}`)}`);
      expect(headers.Signature).toMatch(/^[A-Za-z0-9+/]{43}=$/);
      expect(headers['User-Agent']).toMatch(/^hpp-checkout\//);
    }
  });

  it('N14 N15 N16 N27 scheme, header and further headers follow the profile; non-ASCII secrets survive', async () => {
    const profile = defineProfile({
      auth: ({ clientId }) => ({ 'X-Key': clientId }),
      signature: { header: 'X-Sign', sign: () => 'signed' },
      wire: { headers: { 'X-Version': '7' } },
    });
    const wire = openWire({ profile }, [{ json: STATUS, headers: { 'X-Sign': 'signed' } }]);
    await wire.gateway.transactions.retrieve({ pspId: '1' });
    expect(wire.last().headers).toMatchObject({ 'X-Key': 'shop', 'X-Sign': 'signed', 'X-Version': '7' });
    expect(wire.last().headers.Authorization).toBeUndefined();
    const other = openWire({ clientSecret: 'gehëim' }, [{ json: STATUS }]);
    await other.gateway.transactions.retrieve({ pspId: '1' });
    expect(Buffer.from((other.last().headers.Authorization as string).slice(6), 'base64').toString()).toBe(
      'shop:gehëim',
    );
  });

  it('secrets may come late, and are asked for at each call', async () => {
    let secret = 'first';
    const wire = openWire({ clientSecret: async () => secret, signatureSecret: () => secret }, [
      { json: STATUS },
    ]);
    await wire.gateway.transactions.retrieve({ pspId: '1' });
    secret = 'second';
    await wire.gateway.transactions.retrieve({ pspId: '1' });
    const [a, b] = wire.sent.map(({ headers }) => [headers.Authorization, headers.Signature]);
    expect(a).not.toEqual(b);
    const failing = openWire({ signatureSecret: () => Promise.reject(new Error('vault down')) });
    expect(await errorOf(failing.gateway.transactions.retrieve({ pspId: '1' }))).toMatchObject({
      code: 'signing_failed',
    });
    expect(failing.sent).toEqual([]);
  });

  it('S24 S195 S196 G19 one address, no version in any path, IsTest always said', async () => {
    const { profile } = openWire().gateway;
    for (const { path } of Object.values(profile.endpoints)) expect(path).not.toMatch(/\/v\d/);
    for (const test of [true, false]) {
      const wire = openWire({ test }, [{ json: HPP_ANSWER }]);
      await wire.gateway.hpp.create(HPP);
      expect([wire.last().url.host, wire.last().json.IsTest]).toEqual(['gateway.example', test]);
    }
  });

  it('a path in baseUrl is kept', async () => {
    const wire = openWire({ baseUrl: 'https://gateway.example/eu/' }, [{ json: STATUS }]);
    await wire.gateway.transactions.retrieve({ pspId: '1' });
    expect(wire.last().url.pathname).toBe('/eu/api/transactions/retrieve');
  });
});

describe('outcomes: a refusal is data', () => {
  const pay = async (json: object) => {
    const wire = openWire({}, [{ json }]);
    return wire.gateway.payments.purchase({ ...common, card: { cardToken: TOKEN } });
  };

  it('S91 S93 S97 S98 S99 S101 processed', async () => {
    expect(await pay(PAID)).toEqual({
      kind: 'processed',
      pspId: '850908',
      cardToken: TOKEN,
      uniqueReference: 'u-1',
      orderReference: 'Order-1',
      raw: { ...PAID, cardToken: '[redacted]' },
    });
  });
  it('S19 S92 redirect', async () => {
    const json = { ...PAID, bankResponse: 'Pending', redirectUrl: 'https://acs.example/3ds' };
    expect(await pay(json)).toMatchObject({ kind: 'redirect', redirectUrl: 'https://acs.example/3ds' });
  });
  it('pending without an address', async () => {
    expect(await pay({ ...PAID, bankResponse: 'Pending' })).toMatchObject({
      kind: 'pending',
      pspId: '850908',
    });
  });
  it.each([
    ['S100 isSuccess false', { ...PAID, isSuccess: false, errorMessage: 'DECLINED: no' }],
    ['not accepted', { ...PAID, bankAccept: 'NO', errorMessage: 'DECLINED: no' }],
    [
      'a word for a refusal',
      { ...PAID, bankResponse: 'Declined', bankAccept: 'NO', errorMessage: 'DECLINED: no' },
    ],
  ])('declined: %s (G11, G12)', async (_name, json) => {
    expect(await pay(json)).toMatchObject({
      kind: 'declined',
      pspId: '850908',
      message: 'DECLINED: no',
      gatewayCode: 'DECLINED',
    });
  });
  it('unknown: a word that the vocabulary lacks', async () => {
    expect(await pay({ ...PAID, bankResponse: 'Perhaps' })).toMatchObject({
      kind: 'unknown',
      status: 'Perhaps',
    });
  });
  it('S11 S90 S94 S95 S96 S102 payouts answer in Pascal case, without a redirect', async () => {
    const wire = openWire({}, [
      { json: PAID_OUT },
      { json: { ...PAID_OUT, BankResponse: 'Pending', RedirectUrl: 'https://a.example/' } },
    ]);
    const input = { ...common, pspId: '850907' };
    expect(await wire.gateway.payouts.toTransaction(input)).toMatchObject({
      kind: 'processed',
      pspId: '850909',
      cardToken: null,
    });
    const second = await wire.gateway.payouts.toTransaction(input);
    expect(second.kind).toBe('pending');
    expect(second).not.toHaveProperty('redirectUrl');
  });
  it('N1 read exactly, both documented spellings are still read', async () => {
    const profile = defineProfile({ wire: { readCase: 'exact' } });
    const wire = openWire({ profile }, [
      { json: PAID },
      { json: PAID_OUT },
      { json: { ...PAID, bankresponse: 'Processed', bankResponse: undefined } },
    ]);
    expect((await wire.gateway.payments.purchase({ ...common, card: { cardToken: TOKEN } })).kind).toBe(
      'processed',
    );
    expect((await wire.gateway.payouts.toTransaction({ ...common, pspId: '1' })).kind).toBe('processed');
    expect((await wire.gateway.payments.purchase({ ...common, card: { cardToken: TOKEN } })).kind).toBe(
      'unknown',
    );
  });
});
