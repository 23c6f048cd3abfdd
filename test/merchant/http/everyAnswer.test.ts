import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const HEADERS: Record<string, RegExp> = {
  'cache-control': /^no-store$/,
  'content-security-policy': /frame-ancestors/,
  'referrer-policy': /^no-referrer$/,
  'x-content-type-options': /^nosniff$/,
};
const ANY = '0'.repeat(32);
const json = { 'content-type': 'application/json' };
const post = (body: string, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body,
});
const opening = (order: string) => post(JSON.stringify({ order }));

/** Each status that the handler gives, by the shortest way there. */
const WAYS: [number, string, (harness: HandlerHarness) => Promise<Response> | Response][] = [
  [201, 'a session', (harness) => harness.open()],
  [200, 'a status', async (harness) => harness.get(`/session/${await harness.session()}`)],
  [200, 'the return page', async (harness) => harness.get(`/return/${await harness.session()}/success`)],
  [404, 'the return page of nobody', (harness) => harness.get(`/return/${ANY}/success`)],
  [
    200,
    'a notification',
    async (harness) => [await harness.session(), await harness.notify()][1] as Response,
  ],
  [200, 'HEAD of a notification address', (harness) => harness.fetch(`/notify/${ANY}/x`, { method: 'HEAD' })],
  [204, 'OPTIONS of a notification address', (harness) => harness.fetch('/notify', { method: 'OPTIONS' })],
  [200, 'health', (harness) => harness.get('/health')],
  [
    204,
    'a preflight',
    (harness) =>
      harness.fetch('/session', {
        method: 'OPTIONS',
        headers: { origin: 'https://www.shop.example', 'access-control-request-method': 'POST' },
      }),
  ],
  [400, 'no JSON', (harness) => harness.fetch('/session', post('{'))],
  [
    401,
    'a forged notification',
    (harness) => harness.fetch('/notify', post('{}', { ...json, signature: 'Zm9yZ2Vk' })),
  ],
  [403, 'a foreign page', (harness) => harness.open('A-1', {}, { origin: 'https://evil.example' })],
  [404, 'no route', (harness) => harness.get('/nothing')],
  [404, 'no session', (harness) => harness.get(`/session/${ANY}`)],
  [405, 'a wrong method', (harness) => harness.fetch('/session', { method: 'PUT' })],
  [405, 'a wrong method of a notification', (harness) => harness.fetch('/notify', { method: 'DELETE' })],
  [
    409,
    'a paid order',
    async (harness) => {
      await harness.session();
      harness.gateway.pay();
      await harness.notify();
      return harness.open();
    },
  ],
  [413, 'too large a body', (harness) => harness.fetch('/session', opening('x'.repeat(70_000)))],
  [
    415,
    'no JSON type',
    (harness) => harness.fetch('/session', post('a=b', { 'content-type': 'text/plain' })),
  ],
  [
    429,
    'too many',
    async (harness) => {
      for (let n = 0; n < 10; n++) await harness.open();
      return harness.open();
    },
  ],
  [
    429,
    'too many reads',
    async (harness) => {
      const read = () => harness.fetch(`/return/${ANY}/success`, {}, { clientAddress: '203.0.113.1' });
      for (let n = 0; n < 1_200; n++) await read();
      return read();
    },
  ],
  [500, 'a bug of the shop', (harness) => harness.open('bug')],
  [
    503,
    'a gateway that is away',
    (harness) => {
      harness.gateway.down.add('create');
      return harness.open();
    },
  ],
];

describe('T13 every answer keeps out of caches and frames', () => {
  it.each(WAYS)('%i %s', async (status, _what, ask) => {
    const harness = handlerHarness({
      handler: {
        resolveOrder: (order) => {
          if (order === 'bug') throw new Error('SELECT password FROM customers');
          return { orderReference: String(order), amount: '49.90', currency: 'EUR' };
        },
      },
    });
    const response = await ask(harness);
    expect(response.status).toBe(status);
    for (const [name, value] of Object.entries(HEADERS)) {
      expect(response.headers.get(name), name).toMatch(value);
    }
    const text = await response.text();
    expect(text).not.toMatch(/password|\bat \w+ \(|\/src\/|node_modules/);
  });

  it.each(['getSession', 'now', 'take', 'ready'] as const)(
    '503 a store whose %s fails, without a word of ours',
    async (method) => {
      let down = false;
      const harness = handlerHarness({
        store: (now) => {
          const memory = memoryStore({ now });
          const original = memory[method] as (...args: unknown[]) => Promise<unknown>;
          const change = {
            [method]: (...args: unknown[]) =>
              down ? Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432')) : original(...args),
          };
          return { ...memory, ...change };
        },
      });
      down = true;
      for (const path of [`/session/${ANY}`, `/return/${ANY}/success`, '/health', `/notify/${ANY}/x`]) {
        const response = await harness.get(path);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(await response.text()).not.toContain('10.1.2.3');
      }
    },
  );
});
