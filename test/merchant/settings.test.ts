import { describe, expect, it } from 'vitest';
import { createCheckoutHandler } from '../../src/merchant/createCheckoutHandler.ts';
import type { CheckoutHandlerOptions } from '../../src/merchant/options.ts';
import { readSettings } from '../../src/merchant/settings.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import type { MysqlPool } from '../../src/merchant/store/mysql/pool.ts';
import { mysqlStore } from '../../src/merchant/store/mysql.ts';
import type { PgPool } from '../../src/merchant/store/postgres/pool.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { fakeGateway } from '../support/fakeGateway.ts';

const good = () => ({
  gateway: fakeGateway(),
  store: memoryStore(),
  publicUrl: 'https://shop.example/checkout',
  authorize: 'anyone' as const,
  resolveOrder: () => null,
});
const create = (change: Partial<Record<keyof CheckoutHandlerOptions, unknown>> = {}) =>
  createCheckoutHandler({
    ...good(),
    sweepEveryMs: false,
    ...change,
  } as CheckoutHandlerOptions);

describe('the handler’s options', () => {
  const bad: [Partial<Record<keyof CheckoutHandlerOptions, unknown>>, RegExp][] = [
    [{ gateway: undefined }, /^gateway is missing/],
    [{ store: undefined }, /^store is missing/],
    [{ resolveOrder: undefined }, /^resolveOrder is missing/],
    [{ publicUrl: undefined }, /^publicUrl .*: expected/],
    [{ publicUrl: '/checkout' }, /^publicUrl .*: expected/],
    [{ publicUrl: 'ftp://shop.example' }, /^publicUrl .*: expected/],
    [{ publicUrl: 'https://shop.example/?a=1' }, /^publicUrl .*: expected/],
    [{ publicUrl: 'https://user@shop.example/' }, /^publicUrl .*: expected/],
    [{ allowedOrigins: ['*'] }, /^allowedOrigins: "\*" is not an exact origin/],
    [{ allowedOrigins: ['https://shop.example/'] }, /exact origin/],
    [{ allowedOrigins: ['null'] }, /exact origin/],
    [{ gatewayOrigins: ['pay.example'] }, /^gatewayOrigins/],
    [{ confirmWith: 'both' }, /^confirmWith: expected/],
    [{ successUrl: 'javascript:alert(1)' }, /^successUrl: expected an http\(s\) address/],
    [{ pendingUrl: 'data:text/html,x' }, /^pendingUrl: expected an http\(s\) address/],
    [{ pendingUrl: 5 }, /^pendingUrl: expected an address, or a function/],
    [
      { successUrl: '/thanks/{ORDER}' },
      /^successUrl: "\{ORDER\}" in "\/thanks\/\{ORDER\}" is no placeholder\. Known are \{ORDER_REFERENCE\} and \{SESSION_ID\}/,
    ],
    [
      { failureUrl: '/basket?o={order_reference}' },
      /^failureUrl: .* is no placeholder\. Did you mean \{ORDER_REFERENCE\}\?/,
    ],
    [{ pendingUrl: '/wait?s={SESSIONID}' }, /Did you mean \{SESSION_ID\}\?/],
    [{ continueUrl: '/orders/%7BORDER_REF%7D' }, /"%7BORDER_REF%7D" in .* is no placeholder/],
    [{ successUrl: '/thanks/{ORDER_REFERENCE' }, /"\{ORDER_REFERENCE" in .* is no placeholder/],
    [{ successUrl: '/thanks/ORDER_REFERENCE}' }, /"\}" in .* is no placeholder/],
    [{ successUrl: '/thanks/{{ORDER_REFERENCE}}' }, /is no placeholder/],
    [{ successUrl: '/thanks/{}' }, /"\{\}" in .* is no placeholder/],
    ...[
      'https://{ORDER_REFERENCE}.shop.example/',
      'https://shop.example{ORDER_REFERENCE}/',
      'https://{SESSION_ID}@shop.example/',
      'https://shop.example:80{SESSION_ID}/',
      '//{ORDER_REFERENCE}/thanks',
      '{ORDER_REFERENCE}://shop.example',
    ].map((successUrl): [Partial<Record<keyof CheckoutHandlerOptions, unknown>>, RegExp] => [
      { successUrl },
      /^successUrl: (a placeholder of ".*" is in its host|expected an http)/,
    ]),
    [{ onPayment: 'ship' }, /^onPayment: expected a function/],
    [{ authorize: 'everyone' }, /^authorize: expected a function, or 'anyone'/],
    [{ authorize: true }, /^authorize: expected a function, or 'anyone'/],
    [{ authorize: null }, /^authorize: expected a function, or 'anyone'/],
    [
      { authorize: undefined, gateway: fakeGateway({ test: false }) },
      /^authorize is missing: .* Give a function that says who asks, or 'anyone'/,
    ],
    [
      { limits: { maxBodyByte: 1 } },
      /^Unknown limit in limits "maxBodyByte"\. Did you mean "maxBodyBytes"\?/,
    ],
    [
      { limits: { maxBodyBytes: Number.NaN } },
      /^limits\.maxBodyBytes: expected a whole number from 0 to 2147483647, got NaN/,
    ],
    [{ limits: { hookTimeoutMs: -1 } }, /^limits\.hookTimeoutMs: expected/],
  ];
  for (const [change, message] of bad) {
    it(`${JSON.stringify(change, (_, value) => (value === undefined ? null : value))} is named, with what was expected`, () => {
      expect(() => create(change)).toThrow(
        expect.objectContaining({
          name: 'CheckoutConfigError',
          code: 'config_invalid',
          message: expect.stringMatching(message),
        }),
      );
    });
  }

  /** No timer waits for these. */
  const AGES = /^retain|PeriodMs$/;
  const noTimes = [
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    2 ** 31,
    '1',
    null,
  ];
  const names = Object.keys(readSettings(good()).limits);
  it.each(names)('T74 limits.%s: what is no number that a timer or counter takes is refused', (name) => {
    for (const value of noTimes) {
      if (AGES.test(name) && value === 2 ** 31) continue;
      expect(() => create({ limits: { [name]: value } })).toThrow(
        new RegExp(`^limits\\.${name}: expected a whole number from \\d+ to \\d+, got ${String(value)}`),
      );
    }
  });

  it.each([...noTimes, 0, true])('T74 sweepEveryMs: %s is refused', (value) => {
    if (value === null) return;
    expect(() => create({ sweepEveryMs: value })).toThrow(/^sweepEveryMs: expected a whole number from 1 to/);
  });

  it('T74 a session that is still asked about may not be deleted', () => {
    expect(() => create({ limits: { retainSessionsMs: 7 * 86_400_000 } })).toThrow(
      /^limits\.retainSessionsMs/,
    );
    expect(() => create({ limits: { retainSessionsMs: Number.MAX_SAFE_INTEGER } })).not.toThrow();
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'T74 timeoutMs: %s of a store is refused',
    (timeoutMs) => {
      const refused = expect.objectContaining({
        code: 'config_invalid',
        message: expect.stringMatching(/^timeoutMs/),
      });
      expect(() => sqliteStore(':memory:', { timeoutMs })).toThrow(refused);
      expect(() => mysqlStore({ getConnection: () => {} } as unknown as MysqlPool, { timeoutMs })).toThrow(
        refused,
      );
      expect(() => postgresStore({ connect: () => {} } as unknown as PgPool, { timeoutMs })).toThrow(refused);
    },
  );

  it('T3 a live gateway needs https', () => {
    expect(() => create({ gateway: fakeGateway({ test: false }), publicUrl: 'http://shop.example' })).toThrow(
      /live gateway needs https/,
    );
    expect(() => create({ publicUrl: 'http://localhost:3000/checkout' })).not.toThrow();
  });

  it('0 is a limit', async () => {
    const handler = create({ limits: { sessionsPerAddress: 0 } });
    const request = new Request('https://shop.example/checkout/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order":1}',
    });
    expect((await handler.fetch(request, { clientAddress: '1.2.3.4' })).status).toBe(429);
  });
});

describe('T61 authorize is a choice', () => {
  const linesOf = (change: Partial<CheckoutHandlerOptions>) => {
    const lines: string[] = [];
    const silent = () => {};
    const warn = (_fields: object, message: string) => void lines.push(message);
    create({ ...change, logger: { debug: silent, info: silent, warn, error: silent } });
    // What every handler says when it starts.
    return lines.filter((line) => !/^(TEST MODE|LIVE):/.test(line));
  };

  it('that a test handler is warned about once when nobody made it', () => {
    expect(linesOf({ authorize: undefined as never })).toEqual([
      expect.stringMatching(/^authorize is missing: whoever names an order would control its payment page\./),
    ]);
  });

  it('of anyone or of a function, test or live, without a word', () => {
    for (const test of [true, false]) {
      for (const authorize of ['anyone', () => 'customer'] as const) {
        expect(linesOf({ authorize, gateway: fakeGateway({ test }) })).toEqual([]);
      }
    }
  });
});
