import { describe, expect, it } from 'vitest';
import {
  createCheckoutHandler,
  createGateway,
  gatewayFromEnv,
  memoryStore,
} from '../../src/merchant/index.ts';
import { closeOnSignal, toNodeHandler } from '../../src/merchant/node.ts';
import { mysqlStore } from '../../src/merchant/store/mysql.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { fakeGateway } from '../support/fakeGateway.ts';

/** As plain JavaScript calls, which no compiler checks. */
type Loose = Record<string, unknown>;

const CREDENTIALS = { clientId: 'a', clientSecret: 'b', signatureSecret: 'c', test: true };
const BASE_URL = 'https://gateway.example';
const ENV = {
  HPP_BASE_URL: BASE_URL,
  HPP_CLIENT_ID: 'a',
  HPP_CLIENT_SECRET: 'b',
  HPP_SIGNATURE_SECRET: 'c',
  HPP_TEST: 'true',
};

const gateway = (given: Loose) => createGateway({ baseUrl: BASE_URL, ...CREDENTIALS, ...given } as never);
const fromEnv = (given: Loose) => gatewayFromEnv({ env: ENV, ...given } as never);
const handler = (given: Loose) =>
  createCheckoutHandler({
    gateway: fakeGateway(),
    store: memoryStore(),
    publicUrl: 'https://shop.example/checkout',
    authorize: 'anyone',
    resolveOrder: () => null,
    sweepEveryMs: false,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    ...given,
  } as never);
const sandbox = (given: Loose) => createSandbox(given as never);
const pool = { connect: async () => ({}) } as never;
const mysqlPool = { getConnection: async () => ({}) } as never;
const server = { on() {}, close() {} };

/** Who is called, with what, and what is said of it. */
const WRONG: [string, () => unknown, string][] = [
  [
    'gateway',
    () => gateway({ baseURL: BASE_URL }),
    'Unknown option of createGateway "baseURL". Did you mean "baseUrl"?',
  ],
  [
    'gateway',
    () => gateway({ timeout: 5 }),
    'Unknown option of createGateway "timeout". Did you mean "timeoutMs"?',
  ],
  ['gateway', () => gateway({ retries: { gets: 1 } }), 'Unknown key of retries "gets". Did you mean "get"?'],
  [
    'gateway',
    () => gateway({ hooks: { warnings() {} } }),
    'Unknown key of hooks "warnings". Did you mean "warning"?',
  ],
  [
    'gateway',
    () => gateway({ testing: { clock() {} } }),
    'Unknown key of testing "clock". Known are now, random',
  ],
  [
    'fromEnv',
    () => fromEnv({ Retries: 1 }),
    'Unknown option of gatewayFromEnv "Retries". Did you mean "retries"?',
  ],
  [
    'fromEnv',
    () => fromEnv({ test: true }),
    'The option "test" comes from the environment here. Leave it out',
  ],
  [
    'handler',
    () => handler({ onpayment() {} }),
    'Unknown option of createCheckoutHandler "onpayment". Did you mean "onPayment"?',
  ],
  [
    'handler',
    () => handler({ publicURL: BASE_URL }),
    'Unknown option of createCheckoutHandler "publicURL". Did you mean "publicUrl"?',
  ],
  [
    'handler',
    () => handler({ onPayments() {}, loger: null }),
    '"onPayments". Did you mean "onPayment"? Unknown option of createCheckoutHandler "loger". Did you mean "logger"?',
  ],
  [
    'handler',
    () => handler({ limits: { maxBodyByte: 1 } }),
    'Unknown limit in limits "maxBodyByte". Did you mean "maxBodyBytes"?',
  ],
  [
    'toNodeHandler',
    () => toNodeHandler(handler({}), { trustProxies: 1 } as never),
    'Unknown option of toNodeHandler "trustProxies". Did you mean "trustedProxies"?',
  ],
  [
    'closeOnSignal',
    () => closeOnSignal(server, [], { timeout: 5 } as never),
    'Unknown option of closeOnSignal "timeout". Did you mean "timeoutMs"?',
  ],
  ['memoryStore', () => memoryStore({ clock: Date.now } as never), 'Unknown option of memoryStore "clock".'],
  [
    'sqliteStore',
    () => sqliteStore(':memory:', { timeout: 5 } as never),
    'Unknown option of sqliteStore "timeout". Did you mean "timeoutMs"?',
  ],
  [
    'postgresStore',
    () => postgresStore(pool, { timeoutms: 5 } as never),
    'Unknown option of postgresStore "timeoutms". Did you mean "timeoutMs"?',
  ],
  [
    'mysqlStore',
    () => mysqlStore(mysqlPool, { timeoutms: 5 } as never),
    'Unknown option of mysqlStore "timeoutms". Did you mean "timeoutMs"?',
  ],
  ['sandbox', () => sandbox({ sead: 1 }), 'Unknown option of createSandbox "sead". Did you mean "seed"?'],
  [
    'sandbox',
    () => sandbox({ credentials: { clientID: 'a', clientSecret: 'b', signatureSecret: 'c' } }),
    'Unknown key of credentials "clientID". Did you mean "clientId"?',
  ],
  [
    'sandbox',
    () => sandbox({ control: { tokens: 'a' } }),
    'Unknown key of control "tokens". Did you mean "token"?',
  ],
  [
    'sandbox',
    () => sandbox({ ids: { cardtoken: () => 'a' } }),
    'Unknown key of ids "cardtoken". Did you mean "cardToken"?',
  ],
  [
    'sandbox',
    () => sandbox({ transformBody: { notifications: (body: object) => body } }),
    'Unknown key of transformBody "notifications". Did you mean "notification"?',
  ],
];

describe('an option that there is not stops at construction, with the name that was probably meant', () => {
  it.each(WRONG)('%s %#', (_who, make, message) => {
    expect(make).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }));
  });

  it('sandbox.listen', async () => {
    await expect(sandbox({}).listen({ prot: 4010 } as never)).rejects.toThrow(
      'Unknown option of sandbox.listen "prot". Did you mean "port"?',
    );
  });

  it('an instance of a class may have keys of its own: hooks and stores are called by what they have', () => {
    class Hooks {
      readonly prefix = 'shop';
      warning() {}
    }
    expect(() => gateway({ hooks: new Hooks() })).not.toThrow();
  });

  it('takes every option that there is', () => {
    expect(() =>
      gateway({ pciLevel: 'none', retries: { get: 1 }, hooks: { error() {} }, deadlineMs: 5 }),
    ).not.toThrow();
    expect(() =>
      handler({ onPayment() {}, limits: { maxBodyBytes: 10 }, shopName: 'Shop', continueUrl: '/' }),
    ).not.toThrow();
    expect(() => sandbox({ control: false, midBalance: { EUR: '1.00' }, frameAncestors: [] })).not.toThrow();
  });
});

describe('what cannot work stops at construction, in a plain sentence', () => {
  const IMPOSSIBLE: [string, () => unknown, string | RegExp][] = [
    [
      'an empty store',
      () => handler({ store: {} }),
      /^store lacks ready, now, createSession, .*, close: expected what memoryStore\(\)/,
    ],
    [
      'a store without one method',
      () => handler({ store: { ...memoryStore(), take: undefined } }),
      'store lacks take: expected',
    ],
    [
      'a store’s address',
      () => handler({ store: './data/checkout.db' }),
      "store: expected what memoryStore(), sqliteStore('./data/checkout.db')",
    ],
    [
      'a store that is on its way',
      () => handler({ store: Promise.resolve(memoryStore()) }),
      'store: got a promise. Await it first',
    ],
    ['no store', () => handler({ store: undefined }), 'store is missing: expected what memoryStore()'],
    [
      'the gateway’s options',
      () => handler({ gateway: CREDENTIALS }),
      'gateway lacks profile, hpp, transactions, notifications: expected what createGateway() or gatewayFromEnv() returns.',
    ],
    [
      'no publicUrl',
      () => handler({ publicUrl: '' }),
      'publicUrl is missing: expected the address under which',
    ],
    [
      'a path for publicUrl',
      () => handler({ publicUrl: '/checkout' }),
      'publicUrl "/checkout" is no absolute http(s) address: expected',
    ],
    [
      'a query in publicUrl',
      () => handler({ publicUrl: 'https://shop.example/checkout?a=1' }),
      'publicUrl has a query: expected',
    ],
    [
      'a fragment in publicUrl',
      () => handler({ publicUrl: 'https://shop.example/checkout#a' }),
      'publicUrl has a fragment: expected',
    ],
    [
      'a password in publicUrl',
      () => handler({ publicUrl: 'https://:hush@shop.example/' }),
      /^publicUrl has a user or a password: (?!.*hush)/,
    ],
    [
      'one origin that is no list',
      () => handler({ allowedOrigins: 'https://shop.example' }),
      'allowedOrigins: expected a list of origins',
    ],
    [
      'an origin with a path',
      () => handler({ allowedOrigins: ['https://www.shop.example/basket'] }),
      'is not an exact origin. Did you mean "https://www.shop.example"?',
    ],
    ['limits that are none', () => handler({ limits: 5 }), 'limits: expected an object.'],
    [
      'an address that is a number',
      () => handler({ successUrl: 5 }),
      'successUrl: expected an address, or a function that returns one.',
    ],
    ['onEvent that is no function', () => handler({ onEvent: 'log' }), 'onEvent: expected a function.'],
    ['a name that is no text', () => handler({ shopName: 5 }), 'shopName: expected a text.'],
    ['a logo without a host', () => handler({ shopLogo: 'https://:' }), 'shopLogo: expected an https or'],
    [
      'no options',
      () => createCheckoutHandler(undefined as never),
      'createCheckoutHandler: expected an object of options.',
    ],
    [
      'no handler',
      () => toNodeHandler(undefined as never),
      'toNodeHandler: expected what createCheckoutHandler() returns.',
    ],
    [
      'a connection string',
      () => postgresStore('postgres://shop' as never),
      'postgresStore: expected a pool of "pg"',
    ],
    ['an address', () => mysqlStore('mysql://shop' as never), 'mysqlStore: expected a pool of "mysql2"'],
    ['no path', () => sqliteStore(''), 'sqliteStore: expected the path of a file'],
    ['nothing for a file', () => sqliteStore(undefined as never), 'sqliteStore: expected the path of a file'],
    ['a number for options', () => memoryStore(5 as never), 'memoryStore: expected an object of options.'],
    [
      'a clock that there is not',
      () => sandbox({ clock: 'Manual' }),
      'clock: expected "real", "manual" or a Date, got "Manual".',
    ],
    [
      'a PCI level that there is not',
      () => sandbox({ pciLevel: 'saq-a' }),
      'pciLevel: expected "none" or "saq-d", got "saq-a".',
    ],
    [
      'a sandbox’s address that is none',
      () => sandbox({ publicUrl: 'pay.example' }),
      'publicUrl: expected an http(s) address such as "https://pay.example", got "pay.example".',
    ],
  ];
  it.each(IMPOSSIBLE)('%s', (_what, make, message) => {
    const said =
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message);
    expect(make).toThrow(expect.objectContaining({ message: said }));
  });
});
