import { describe, expect, it } from 'vitest';
import type { GatewayHooks } from '../../src/gateway/hooks.ts';
import { failure, HPP, openWire, type Reply, TOKEN } from './wire.ts';

const PAN = '4111111111111111';
const SPACED = '4111 1111 1111 1111';
const CODE = '7395';
const SECRET = 'signing-canary-5f2e';
const card = {
  cardNumber: PAN,
  cvv2: CODE,
  expMonth: '12',
  expYear: '2030',
  cardHolderName: `Ada ${SPACED}`,
};
const common = {
  ...HPP,
  uniqueReference: 'u-1',
  udf: { note: PAN, [PAN]: 'x' },
  client: { firstName: SPACED },
};

const replies: [string, Reply][] = [
  ['a reset', failure('ECONNRESET', `reset while sending ${PAN}`)],
  ['a refusal to connect', failure('ECONNREFUSED', `no ${PAN}`)],
  ['a nested cause', new Error('x', { cause: new Error(`${SPACED} CvV2=${CODE}`) })],
  ['a timeout', 'hang'],
  [
    'an echo in an error',
    {
      status: 400,
      json: { isSuccess: false, errorMessage: `INVALID_FIELD: ${PAN} CvV2=${CODE} cardToken=${TOKEN}` },
    },
  ],
  ['an echo in a page', { status: 502, text: `<p>${SPACED}</p> "CvV2":"${CODE}" "CardToken":"${TOKEN}"` }],
  ['an echo beyond the cut', { status: 500, text: `${'x'.repeat(2040)}${PAN}` }],
  ['an echo that is no JSON', { text: `card ${PAN} ${TOKEN}`.replace(TOKEN, `cardToken=${TOKEN}`) }],
  [
    'an echo in a field',
    { json: { isSuccess: true, PspId: `${PAN}x`, note: PAN, CvV2: CODE, CardToken: TOKEN } },
  ],
  ['an echo in a rejection', { json: { isSuccess: false, errorMessage: `declined ${PAN}` } }],
  ['an echo in a warning header', { status: 404, headers: { Warning: `299 - "${PAN}"` } }],
  ['a rate limit', { status: 429, text: PAN }],
];

/** Everything of an error that a log could print. */
function everything(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    parts.push(String(at), at.stack ?? '', JSON.stringify(at), JSON.stringify(Object.entries(at)));
  }
  return parts.join('\n');
}

describe('T12 nothing secret leaves by an error, a hook or a log line', () => {
  for (const [name, reply] of replies) {
    it(`after ${name}`, async () => {
      const lines: string[] = [];
      const keep = (event: object) => lines.push(JSON.stringify(event));
      const hooks: GatewayHooks = { request: keep, response: keep, retry: keep, error: keep, warning: keep };
      const logger = { debug: keep, info: keep, warn: keep, error: keep };
      const { gateway } = openWire(
        { pciLevel: 'saq-d', hooks, logger, signatureSecret: SECRET, validate: 'warn', retries: 1 },
        [reply],
      );
      const calls: (() => Promise<unknown>)[] = [
        () => gateway.payments.purchase({ ...common, paymentCredentials: card }),
        () => gateway.payments.authorise({ ...common, card: { cardToken: TOKEN, cvv2: CODE } }),
        () => gateway.payouts.toCard({ ...common, paymentCredentials: card }),
        () => gateway.payouts.toToken({ ...common, paymentDestination: { cardToken: TOKEN } }),
        () => gateway.cards.tokenise(card),
        () => gateway.cards.retrieve(TOKEN),
        () => gateway.cards.delete(TOKEN),
        () => gateway.hpp.create({ ...common, orderReference: PAN }),
        () => gateway.transactions.retrieve({ orderReference: PAN }),
      ];
      for (const call of calls) {
        const error = await call().catch((error: unknown) => error);
        lines.push(
          error instanceof Error
            ? everything(error)
            : JSON.stringify((error as { raw?: unknown })?.raw ?? null),
        );
      }
      const secrets = [TOKEN, SECRET, 'shop-secret', btoa('shop:shop-secret')];
      const leaks = lines.flatMap((line) => [
        ...(line.replace(/[^0-9a-z]/gi, '').includes(PAN) ? [`card number in ${line.slice(0, 200)}`] : []),
        ...secrets
          .filter((secret) => line.includes(secret))
          .map((secret) => `${secret} in ${line.slice(0, 200)}`),
        ...(new RegExp(`(?<!\\d)${CODE}(?!\\d)`).test(line) ? [`code in ${line.slice(0, 200)}`] : []),
      ]);
      expect(leaks).toEqual([]);
      expect(lines.length).toBeGreaterThan(20);
    });
  }

  it('a validation error repeats no value', async () => {
    const { gateway } = openWire({ pciLevel: 'saq-d' });
    const bad = { ...common, paymentCredentials: { ...card, cardNumber: '4111111111111112', cvv2: '12345' } };
    const error = await gateway.payments.purchase(bad).catch((error: unknown) => error);
    expect(everything(error)).not.toMatch(/411111|12345/);
  });
});

describe('T36 control characters open no header and no log line', () => {
  const evil = [
    'a\rb',
    'a\nb',
    'a\r\nX-Injected: 1',
    'a\u2028b',
    'a\u2029b',
    'a\0b',
    '\u001b[31mred',
    'a\u0085b',
    'a\u007fb',
  ];
  it.each(evil)('%j is refused in every text', async (text) => {
    const wire = openWire();
    for (const input of [
      { ...HPP, orderReference: text },
      { ...HPP, uniqueReference: text },
      { ...HPP, language: text },
      { ...HPP, redirectionUrl: `https://shop.example/${text}` },
      { ...HPP, udf: { k: text } },
      { ...HPP, client: { firstName: text } },
      { ...HPP, client: { extra: { Other: text } } },
      { ...HPP, configuration: { profile: text } },
    ]) {
      await expect(wire.gateway.hpp.create(input)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(wire.gateway.transactions.retrieve({ orderReference: text })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(wire.gateway.cards.retrieve(text)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(wire.sent).toEqual([]);
  });

  it("a caller's header cannot hold one, nor replace one of the client's", async () => {
    const wire = openWire();
    const reference = { pspId: '1' };
    for (const headers of [{ 'X-A': 'b\r\nc' }, { signature: 'x' }, { AUTHORIZATION: 'x' }]) {
      await expect(wire.gateway.transactions.retrieve(reference, { headers } as never)).rejects.toMatchObject(
        { code: 'config_invalid' },
      );
    }
    expect(wire.sent).toEqual([]);
  });
});

describe('T37 references and tokens stay where they are put', () => {
  const payloads = [
    '.',
    '..',
    '../x',
    '..%2fx',
    '%2e%2e',
    '%2e',
    '/',
    '//evil.example',
    '\\',
    '..\\x',
    '?',
    '?a=b',
    '#',
    '#x',
    '&',
    '&PspId=1',
    '=',
    ';',
    ':',
    '@',
    'a/b',
    'a//b',
    'a?b',
    'a#b',
    'a%00b',
    '%',
    '%%',
    '%zz',
    '%252e%252e',
    'https://evil.example',
    'javascript:1',
    '*',
    '+',
    ' ',
    'a b',
    "'",
    '"',
    '<x>',
    'ä',
    '💳',
    '{cardToken}',
    '$&',
    "$'",
    '$1',
  ];
  it.each(payloads)('%s', async (payload) => {
    const wire = openWire({ retries: 0 }, [{ status: 404 }]);
    const { gateway } = wire;
    await gateway.transactions.retrieve({ orderReference: payload }).catch(() => undefined);
    expect(wire.last().url.pathname).toBe('/api/transactions/retrieve');
    expect([...wire.last().url.searchParams]).toEqual([['OrderReference', payload]]);

    await gateway.cards.delete(payload).catch(() => undefined);
    const deletion = wire.last();
    if (deletion.method === 'DELETE') {
      expect([deletion.url.pathname, [...deletion.url.searchParams]]).toEqual([
        '/api/cards/tokenise',
        [['cardToken', payload]],
      ]);
    }

    wire.sent.length = 0;
    await gateway.cards.retrieve(payload).catch(() => undefined);
    if (payload === '.' || payload === '..') expect(wire.sent).toEqual([]);
    else {
      const { url } = wire.last();
      expect([url.origin, url.search, url.hash]).toEqual(['https://gateway.example', '', '']);
      const [, api, cards, tokens, token, ...rest] = url.pathname.split('/');
      expect([api, cards, tokens, rest]).toEqual(['api', 'cards', 'tokens', []]);
      expect(decodeURIComponent(token as string)).toBe(payload);
    }
  });

  it.each([
    'x',
    '//evil.example/x',
    '/a/../b',
    '/a/%2e%2e/b',
    '/a?b',
    '/a#b',
    '/a b',
    '\\a',
    '/a\\b',
    'https://evil.example/',
  ])('the escape hatch refuses the path %s', async (path) => {
    const wire = openWire();
    await expect(wire.gateway.request({ method: 'GET', path })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(wire.sent).toEqual([]);
  });
});
