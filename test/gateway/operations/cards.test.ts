import { describe, expect, it } from 'vitest';
import { GatewayRejectedError } from '../../../src/gateway/errors/answerErrors.ts';
import { cards } from '../../../src/gateway/operations/cards.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { ShapeError } from '../../../src/protocol/gateway/shapeError.ts';
import { issuesOf, recorder, refusal, testContext } from './recorder.ts';

const TOKEN = '0f8fad5b-d9cb-469f-a165-70867728950e';
const card = {
  cardHolderName: 'Ada Lovelace',
  cardNumber: '4111111111111111',
  expMonth: '12',
  expYear: '2030',
};
const REJECTED = { isSuccess: false, errorMessage: 'no' };
const required = (path: string) => ({ path, rule: 'required', message: 'expected to be present' });
const options = { timeoutMs: 5 };

function open(json: Record<string, unknown> | null, given = {}, profile = defineProfile({})) {
  const { call, calls } = recorder(json);
  const context = testContext(given, profile);
  return { cards: cards(call, profile, context), calls, warnings: context.warnings };
}

describe('a token is made of a card', () => {
  it('by one request, and the answer is the token', async () => {
    const opened = open({ CardToken: TOKEN, more: 1 });
    const made = await opened.cards.tokenise({ ...card, clientAccount: 'acc-1' }, options);
    // What is linked to the token is for the shop; the raw answer is for logs.
    expect(made).toEqual({
      cardToken: TOKEN,
      raw: { CardToken: expect.not.stringContaining(TOKEN), more: 1 },
    });
    const { exchange, options: given } = opened.calls[0] ?? {};
    expect(given).toBe(options);
    expect(exchange).toEqual({
      operation: 'tokenise',
      method: 'POST',
      path: '/api/cards/tokenise',
      body: {
        CardHolderName: 'Ada Lovelace',
        CardNumber: '4111111111111111',
        ExpMonth: '12',
        ExpYear: '2030',
        ClientAccount: 'acc-1',
      },
      secretsIn: expect.any(Function),
    });
    expect(exchange?.secretsIn?.({ CardToken: TOKEN })).toEqual([TOKEN]);
  });

  it('an answer without a token cannot be read', async () => {
    const error = await open({ isSuccess: true })
      .cards.tokenise(card)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ShapeError);
    expect(error).toMatchObject({
      path: 'cardToken',
      message: expect.stringContaining('a text that is not empty'),
    });
  });

  it.each([undefined, null, 'x', []])('no card: %j', async (given) => {
    const opened = open({ CardToken: TOKEN });
    expect(await issuesOf(() => opened.cards.tokenise(given as never))).toEqual(
      refusal('tokenise', { path: '(request)', rule: 'type', message: 'expected an object' }),
    );
    expect(opened.calls).toEqual([]);
  });

  it.each([undefined, null, ''])('all that is missing is named at once: %j', async (none) => {
    const given = { cardHolderName: none, cardNumber: none, expMonth: none, expYear: none };
    expect(await issuesOf(() => open(null).cards.tokenise(given as never))).toEqual(
      refusal('tokenise', ...Object.keys(card).map(required)),
    );
  });

  it('each wrong field is named with what was expected', async () => {
    const given = { cardHolderName: 7, cardNumber: '4111111111111112', expMonth: '13', expYear: {} };
    expect(await issuesOf(() => open(null).cards.tokenise({ ...given, clientAccount: 5 } as never))).toEqual(
      refusal(
        'tokenise',
        { path: 'cardHolderName', rule: 'type', message: 'expected a text' },
        {
          path: 'cardNumber',
          rule: 'shape',
          message: 'expected 12 to 19 digits with a right check digit',
        },
        { path: 'expMonth', rule: 'shape', message: 'expected two digits from "01" to "12"' },
        { path: 'expYear', rule: 'type', message: 'expected a text' },
        { path: 'clientAccount', rule: 'type', message: 'expected a text' },
      ),
    );
    expect(await issuesOf(() => open(null).cards.tokenise({ ...card, clientAccount: 'a\nb' }))).toEqual(
      refusal('tokenise', {
        path: 'clientAccount',
        rule: 'shape',
        message: 'expected at most 1024 characters, none of them a control character',
      }),
    );
  });

  it('with checks off whatever it is is sent; with warnings it is sent and named', async () => {
    const wrong = { ...card, expMonth: '13' };
    const off = open({ CardToken: TOKEN }, { validate: 'off' });
    await off.cards.tokenise(wrong);
    expect([off.calls.length, off.warnings]).toEqual([1, []]);
    const warn = open({ CardToken: TOKEN }, { validate: 'warn' });
    await warn.cards.tokenise(wrong);
    expect([warn.calls.length, warn.warnings]).toEqual([
      1,
      ['tokenise: expMonth: expected two digits from "01" to "12"'],
    ]);
  });

  it('a rule learns the time and whether money is real; a field without a rule may be anything', async () => {
    const heard: unknown[] = [];
    const rule = {
      expected: 'a year to come',
      test: (_text: string, context: unknown) => heard.push(context) > 0,
    };
    const fields = {
      CardHolderName: false,
      CardNumber: false,
      ExpMonth: false,
      ExpYear: rule,
      '*': false,
    } as const;
    const profile = defineProfile({ limits: { fields } });
    for (const test of [true, false]) {
      await open({ CardToken: TOKEN }, { test }, profile).cards.tokenise({
        cardHolderName: 'a\nb',
        cardNumber: 'x',
        expMonth: 'x',
        expYear: '1',
        clientAccount: 'a\nb',
      });
    }
    const now = Date.UTC(2026, 10, 25);
    expect(heard).toEqual([
      { now, live: false },
      { now, live: true },
    ]);
    const { limits } = profile;
    const without = { ...profile, limits: { ...limits, fields: {} } };
    const opened = open({ CardToken: TOKEN }, {}, without);
    await opened.cards.tokenise({ ...card, cardNumber: 'x', clientAccount: 'a\nb' });
    await opened.cards.retrieve('a'.repeat(65)).catch(() => undefined);
    expect(opened.calls).toHaveLength(2);
  });
});

describe('what is linked to a token', () => {
  it('is asked for by its path', async () => {
    const json = { CardToken: TOKEN, CardNumber: '4111111111111111', CardType: 'VISA' };
    const opened = open(json);
    expect(await opened.cards.retrieve('a/b?{c}', options)).toEqual({
      cardToken: TOKEN,
      cardNumber: '411111******1111',
      cardHolderName: null,
      cardExpiry: null,
      cardType: 'VISA',
      clientAccount: null,
      raw: {
        CardToken: expect.not.stringContaining(TOKEN),
        CardNumber: '411111******1111',
        CardType: 'VISA',
      },
    });
    expect(opened.calls).toEqual([
      {
        exchange: {
          operation: 'getToken',
          method: 'GET',
          path: '/api/cards/tokens/a%2Fb%3F%7Bc%7D',
          secrets: ['a/b?{c}'],
        },
        read: expect.any(Function),
        options,
      },
    ]);
  });

  it('stands behind a path that does not name it', async () => {
    const profile = defineProfile({ endpoints: { getToken: { method: 'GET', path: '/tokens' } } });
    const opened = open({ CardToken: TOKEN }, {}, profile);
    await opened.cards.retrieve('$&');
    expect(opened.calls[0]?.exchange.path).toBe('/tokens/%24%26');
  });
});

describe('a token is deleted', () => {
  it.each([
    ['query', { path: '/api/cards/tokenise', query: { cardToken: TOKEN } }],
    ['body', { path: '/api/cards/tokenise', body: { cardToken: TOKEN } }],
    ['path', { path: `/api/cards/tokenise/${TOKEN}` }],
  ] as const)('N12 by %s', async (deleteCarrier, where) => {
    const opened = open(null, {}, defineProfile({ tokens: { deleteCarrier } }));
    expect(await opened.cards.delete(TOKEN, options)).toBeUndefined();
    expect(opened.calls).toEqual([
      {
        exchange: { operation: 'deleteToken', method: 'DELETE', secrets: [TOKEN], ...where },
        read: expect.any(Function),
        options,
      },
    ]);
  });
});

describe.each([
  ['getToken', 'retrieve'],
  ['deleteToken', 'delete'],
] as const)('%s', (operation, name) => {
  it.each<[unknown, object[]]>([
    ['', [required('cardToken')]],
    [undefined, [required('cardToken')]],
    [null, []],
    [7, []],
    ['.', [{ path: 'cardToken', rule: 'shape', message: 'expected a token, not a path' }]],
    ['..', [{ path: 'cardToken', rule: 'shape', message: 'expected a token, not a path' }]],
    ['a\nb', [{ path: 'cardToken', rule: 'shape', message: 'expected 1 to 64 printable characters' }]],
    [
      'a'.repeat(65),
      [{ path: 'cardToken', rule: 'shape', message: 'expected 1 to 64 printable characters' }],
    ],
  ])('T37 takes no %j for a token, however strict the checks are', async (token, issues) => {
    for (const validate of ['strict', 'warn', 'off'] as const) {
      const opened = open({ CardToken: TOKEN }, { validate });
      const refused = (await issuesOf(() => opened.cards[name](token as never))) as ReturnType<
        typeof refusal
      >;
      const ofType =
        typeof token === 'string' ? [] : [{ path: 'cardToken', rule: 'type', message: 'expected a text' }];
      const ofShape =
        token === ''
          ? [{ path: 'cardToken', rule: 'shape', message: 'expected 1 to 64 printable characters' }]
          : [];
      expect(refused).toEqual(refusal(operation, ...ofType, ...ofShape, ...issues));
      expect(opened.calls).toEqual([]);
    }
  });

  it('a name with dots in it is a token', async () => {
    const opened = open({ CardToken: TOKEN });
    await opened.cards[name]('...');
    expect(opened.calls).toHaveLength(1);
  });
});

it.each([
  ['tokenise', (opened: ReturnType<typeof open>) => opened.cards.tokenise(card)],
  ['getToken', (opened: ReturnType<typeof open>) => opened.cards.retrieve(TOKEN)],
  ['deleteToken', (opened: ReturnType<typeof open>) => opened.cards.delete(TOKEN)],
] as const)('S188 %s: a refusal under HTTP 200 is one', async (operation, act) => {
  const error = await act(open({ CardToken: TOKEN, ...REJECTED })).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(GatewayRejectedError);
  expect(error).toMatchObject({ operation, errorMessage: 'no', attempts: 1 });
});
