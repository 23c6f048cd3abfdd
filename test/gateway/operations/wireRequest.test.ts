import { describe, expect, it } from 'vitest';
import { ValidationError, type ValidationIssue } from '../../../src/gateway/errors/requestErrors.ts';
import { ownName, ownPath } from '../../../src/gateway/operations/ownNames.ts';
import { toWire } from '../../../src/gateway/operations/toWire.ts';
import { buildRequest } from '../../../src/gateway/operations/wireRequest.ts';
import { withDefaults } from '../../../src/gateway/operations/withDefaults.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import type { ObjectShape } from '../../../src/protocol/gateway/requestShapes.ts';
import { HPP } from '../wire.ts';
import { issuesOf, testContext } from './recorder.ts';

const PAGE = {
  ...HPP,
  transactionType: 'PURC',
  uniqueReference: 'u-1',
  failRedirectionUrl: HPP.redirectionUrl,
};

describe('names in our spelling', () => {
  it.each([
    ['UniqueReference', 'uniqueReference'],
    ['RedirectionURL', 'redirectionUrl'],
    ['FailRedirectionURL', 'failRedirectionUrl'],
    ['CallBackURL', 'callBackUrl'],
    ['IPAddress', 'ipAddress'],
    ['ZIPCode', 'zipCode'],
    ['UDF', 'udf'],
    ['CvV2', 'cvv2'],
    ['email', 'email'],
  ])('%s is %s', (wire, own) => {
    expect(ownName(wire)).toBe(own);
  });

  it.each([
    ['Client.ZIPCode', 'client.zipCode'],
    ['Client.UDF', 'client.udf'],
    ['UDF', 'udf'],
    // The merchant's own names stay as they are.
    ['UDF.Colour', 'udf.Colour'],
    ['UDF.CvV2', 'udf.CvV2'],
  ])('%s is %s', (wire, own) => {
    expect(ownPath(wire)).toBe(own);
  });
});

describe('toWire', () => {
  const SHAPE: ObjectShape = {
    fields: {
      Amount: 'amount',
      CvV2: 'digits',
      Client: {
        fields: {
          email: 'text',
          Email: 'text',
          country: 'text',
          Country: 'text',
          state: 'text',
          City: 'text',
          city: 'text',
        },
        open: true,
      },
      Card: { fields: { CardToken: 'text' }, open: false },
      UDF: { fields: {}, open: true },
      Configuration: {
        fields: { CardHolderNameEdit: 'text', ShowSavedCards: 'text', Profile: 'text' },
        open: true,
      },
    },
    open: false,
  };
  function convert(
    input: Record<string, unknown>,
    wire = {},
    endpoint: 'createHpp' | 'execute' = 'execute',
  ): { body: unknown; issues: ValidationIssue[] } {
    const issues: ValidationIssue[] = [];
    const profile = defineProfile({ wire });
    return { body: toWire(input, SHAPE, profile, endpoint, issues), issues };
  }
  const body = (...args: Parameters<typeof convert>) => {
    const converted = convert(...args);
    expect(converted.issues).toEqual([]);
    return converted.body;
  };
  const issues = (input: Record<string, unknown>) => convert(input).issues;

  it('leaves out what is undefined, and keeps null', () => {
    const converted = body({ amount: undefined, cvv2: null, card: null, client: { email: null } });
    expect(converted).toEqual({ CvV2: null, Card: null, Client: { email: null } });
    expect(Object.keys(converted as object)).toEqual(['CvV2', 'Card', 'Client']);
  });

  it('G6 G7 of two spellings takes the profile’s; where there is one, that', () => {
    const client = { email: 'a', country: 'MT', state: 's' };
    expect(body({ client })).toEqual({ Client: { email: 'a', country: 'MT', state: 's' } });
    expect(body({ client }, { clientCase: 'lower' })).toEqual(body({ client }));
    expect(body({ client: { city: 'c' } }, { clientCase: 'lower' })).toEqual({ Client: { city: 'c' } });
    expect(body({ client: { city: 'c' } }, { clientCase: 'pascal' })).toEqual({ Client: { City: 'c' } });
    expect(body({ client }, { clientCase: 'pascal' })).toEqual({
      Client: { Email: 'a', Country: 'MT', state: 's' },
    });
  });

  it.each([
    ['string', 123, '123'],
    ['string', '0123', '0123'],
    ['string', Number.NaN, Number.NaN],
    ['string', true, true],
    ['string', 12n, 12n],
    ['number', 123, 123],
    ['number', '123', 123],
    ['number', '0', 0],
    // These would not come back as they went.
    ['number', '0123', '0123'],
    ['number', '4111111111111111111', '4111111111111111111'],
    ['number', '1e3', '1e3'],
    ['number', '', ''],
    ['number', true, true],
  ] as const)('G8 digits as %s: %o goes out as %o', (numbersAs, given, sent) => {
    expect(body({ cvv2: given }, { numbersAs })).toEqual({ CvV2: sent });
  });

  it.each([
    ['MT', 'createHpp', 'MLT'],
    ['MT', 'execute', 'MT'],
    [7, 'createHpp', 7],
  ] as const)('G24 the country %j goes to %s as %j', (country, endpoint, sent) => {
    expect(body({ client: { country } }, {}, endpoint)).toEqual({ Client: { country: sent } });
    expect(body({ client: { state: country } }, {}, endpoint)).toEqual({ Client: { state: country } });
  });

  it('G20 switches go out as the profile’s words, and nothing else does', () => {
    expect(
      body({ configuration: { showSavedCards: true, cardHolderNameEdit: true, profile: true } }),
    ).toEqual({
      Configuration: { ShowSavedCards: '1', CardHolderNameEdit: 'true', Profile: true },
    });
    expect(body({ configuration: { showSavedCards: false, cardHolderNameEdit: false } })).toEqual({
      Configuration: { ShowSavedCards: '0', CardHolderNameEdit: 'false' },
    });
    expect(body({ configuration: { showSavedCards: 'yes', cardHolderNameEdit: 1 } })).toEqual({
      Configuration: { ShowSavedCards: 'yes', CardHolderNameEdit: 1 },
    });
  });

  it('`extra` goes out as it is, where the document lets further fields pass, and wins', () => {
    expect(body({ client: { email: 'a', extra: { TaxNumber: '1', email: 'b' } } })).toEqual({
      Client: { email: 'b', TaxNumber: '1' },
    });
    expect(body({ client: { extra: undefined } })).toEqual({ Client: {} });
    expect(convert({ extra: { x: '1' }, card: { extra: { x: '1' } } }).body).toEqual({ Card: {} });
    expect(issues({ extra: { x: '1' }, card: { extra: { x: '1' } } })).toEqual([
      { path: 'extra', rule: 'unknown', message: 'is no field of this request' },
      { path: 'card.extra', rule: 'unknown', message: 'is no field of this request' },
    ]);
  });

  it("the merchant's own fields go out as they are, in a copy", () => {
    const udf = { Colour: 'red', extra: 'x', cvv2: undefined };
    const converted = body({ udf }) as { UDF: object };
    expect(converted).toEqual({ UDF: udf });
    expect(converted.UDF).not.toBe(udf);
  });

  it('what is no field is named, with the spelling that was meant', () => {
    expect(issues({ amout: '1', AMOUNT: '1', client: { Email: 'a', zip: '1' } })).toEqual([
      { path: 'amout', rule: 'unknown', message: 'is no field of this request' },
      { path: 'AMOUNT', rule: 'unknown', message: 'is spelled "amount"' },
      { path: 'client.Email', rule: 'unknown', message: 'is spelled "email"' },
      { path: 'client.zip', rule: 'unknown', message: 'is no field of this request' },
    ]);
  });

  it.each(['x', 7, true, [], [{}]])('%j is no object', (given) => {
    const converted = convert({ card: given, client: { email: 'a' } });
    expect(converted).toEqual({
      body: { Card: null, Client: { email: 'a' } },
      issues: [{ path: 'card', rule: 'type', message: 'expected an object' }],
    });
  });
});

describe('withDefaults', () => {
  it.each([
    [undefined, { a: 1, b: 2 }],
    [null, { a: 1, b: 2 }],
    [{}, { a: 1, b: 2 }],
    [
      { a: 3, c: 4 },
      { a: 3, b: 2, c: 4 },
    ],
    ['x', 'x'],
    [7, 7],
    [[1], [1]],
  ])('%j', (value, result) => {
    const defaults = { a: 1, b: 2 };
    const made = withDefaults(value, defaults);
    expect(made).toEqual(result);
    expect(made).not.toBe(defaults);
  });
});

describe('a request', () => {
  const build = (input: object, context = testContext()) =>
    buildRequest('hostedPage', { ...PAGE, ...input }, context);

  it('has its references, its amount and the test mark', () => {
    const { body, ...names } = build({});
    expect(names).toEqual({ uniqueReference: 'u-1', orderReference: 'Order-1', amount: '10.00' });
    expect(body).toEqual({
      TransactionType: 'PURC',
      Amount: '10.00',
      Currency: 'EUR',
      IsTest: true,
      OrderReference: 'Order-1',
      UniqueReference: 'u-1',
      RedirectionURL: HPP.redirectionUrl,
      FailRedirectionURL: HPP.redirectionUrl,
      CallBackURL: HPP.callBackUrl,
    });
    expect(build({}, testContext({ test: false })).body.IsTest).toBe(false);
  });

  it.each([undefined, null])('S33 has a new reference where none is given: %j', (uniqueReference) => {
    const { body, ...names } = build({ uniqueReference });
    expect([body.UniqueReference, names.uniqueReference]).toEqual(['made-up', 'made-up']);
  });

  it('has the amount in the form of the profile, and names it in our own', () => {
    const heard: unknown[] = [];
    const wire = {
      amount: (amount: string, endpoint: string) => {
        heard.push([amount, endpoint]);
        return Number(amount) * 100;
      },
    };
    const profile = defineProfile({ wire: wire as never });
    const { body, amount } = build({ amount: 1050n }, testContext({ validate: 'off' }, profile));
    expect([body.Amount, amount, heard[0]]).toEqual([1050, '10.50', ['10.50', 'createHpp']]);
  });

  it.each([
    [undefined, 'required', 'expected to be present'],
    [null, 'required', 'expected to be present'],
    ['', 'required', 'expected to be present'],
    [
      10,
      'type',
      'expected a decimal string such as "10.50", or minor units such as 1050n; a number would be rounded',
    ],
    [
      {},
      'type',
      'expected a decimal string such as "10.50", or minor units such as 1050n; a number would be rounded',
    ],
  ])(
    'T11 is never sent without an amount, however strict the checks are: %j',
    async (amount, rule, message) => {
      for (const validate of ['strict', 'warn', 'off'] as const) {
        const refused = await issuesOf(() => build({ amount }, testContext({ validate })));
        expect(refused).toEqual({
          operation: 'hostedPage',
          uniqueReference: 'u-1',
          orderReference: 'Order-1',
          issues: [{ path: 'amount', rule, message }],
        });
      }
    },
  );

  it('of references that are no text names none', async () => {
    const refused = (await issuesOf(() =>
      build({ amount: '', uniqueReference: 7, orderReference: 8 }),
    )) as object;
    expect(refused).toMatchObject({ uniqueReference: undefined, orderReference: undefined });
  });

  it.each([
    ['1.005', 'EUR', 'amount', '"1.005" has more decimals than EUR has (2).'],
    [
      'ten',
      'EUR',
      'amount',
      '"ten" is not an amount: expected digits with an optional point, such as "10.50".',
    ],
    ['1.00', 'XXQ', 'currency', '"XXQ" is not an ISO 4217 currency code in upper case, such as "EUR".'],
  ])('%s %s: says of the %s what was wrong, once', async (amount, currency, path, message) => {
    expect(await issuesOf(() => build({ amount, currency }))).toMatchObject({
      issues: [{ path, rule: 'shape', message }],
    });
    // Where nobody checks it goes out as it was given.
    expect(build({ amount, currency }, testContext({ validate: 'off' })).amount).toBe(amount);
  });

  it('T11 is not sent without an amount by a profile that asks for none either', async () => {
    const { limits, ...rest } = defineProfile({});
    const profile = { ...rest, limits: { ...limits, required: { ...limits.required, hostedPage: [] } } };
    for (const amount of [undefined, null, '']) {
      expect(
        await issuesOf(() => build({ amount }, testContext({ validate: 'off' }, profile))),
      ).toMatchObject({ issues: [{ path: 'amount', rule: 'required', message: 'expected to be present' }] });
    }
  });

  it.each([
    ['1.00', '1.00'],
    [100n, '100'],
  ])('%o without a currency', async (amount, sent) => {
    const off = build({ amount, currency: undefined }, testContext({ validate: 'off' }));
    expect([off.amount, off.body.Amount]).toEqual([sent, sent]);
    expect(await issuesOf(() => build({ amount, currency: 978 }))).toMatchObject({
      issues: [{ path: 'currency', rule: 'type', message: 'expected a text' }],
    });
  });

  it('with warnings goes out, and each is told with its path; with checks off none is', () => {
    const wrong = { currency: 'eur', callBackUrl: 'x' };
    const warn = testContext({ validate: 'warn' });
    expect(build(wrong, warn).body.CallBackURL).toBe('x');
    expect(warn.warnings.map((warning) => warning.replace(/ expected.*/, ''))).toEqual(
      expect.arrayContaining(['hostedPage: callBackUrl:']),
    );
    expect(
      warn.warnings.every((warning) => /^hostedPage: (currency|callBackUrl|amount): ./.test(warning)),
    ).toBe(true);
    const off = testContext({ validate: 'off' });
    build(wrong, off);
    expect(off.warnings).toEqual([]);
    const right = testContext({ validate: 'warn' });
    build({}, right);
    expect(right.warnings).toEqual([]);
  });

  it('a rule of the profile learns the time and whether money is real', () => {
    const heard: unknown[] = [];
    const rule = { expected: 'x', test: (_text: string, context: unknown) => heard.push(context) > 0 };
    const profile = defineProfile({ limits: { fields: { OrderReference: rule } } });
    for (const test of [true, false]) build({}, testContext({ test }, profile));
    const now = Date.UTC(2026, 10, 25);
    expect(heard).toEqual([
      { now, live: false },
      { now, live: true },
    ]);
  });

  it('is refused with all that is wrong at once, the sentence too', async () => {
    const error = await Promise.resolve()
      .then(() => build({ callBackUrl: 'x', contry: 'MT' }))
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).issues.map(({ path, rule }) => [path, rule])).toEqual([
      ['contry', 'unknown'],
      ['callBackUrl', 'shape'],
    ]);
    expect((error as Error).message).toMatch(/^contry: is no field of this request; callBackUrl: expected ./);
  });
});
