import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type HandlerWorld, handlerWorld } from '../../support/handlerWorld.ts';

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
const WAYS: [number, string, (world: HandlerWorld) => Promise<Response> | Response][] = [
  [201, 'a session', (world) => world.open()],
  [200, 'a status', async (world) => world.get(`/session/${await world.session()}`)],
  [200, 'the return page', async (world) => world.get(`/return/${await world.session()}/success`)],
  [404, 'the return page of nobody', (world) => world.get(`/return/${ANY}/success`)],
  [200, 'a notification', async (world) => [await world.session(), await world.notify()][1] as Response],
  [200, 'HEAD of a notification address', (world) => world.fetch(`/notify/${ANY}/x`, { method: 'HEAD' })],
  [204, 'OPTIONS of a notification address', (world) => world.fetch('/notify', { method: 'OPTIONS' })],
  [200, 'health', (world) => world.get('/health')],
  [
    204,
    'a preflight',
    (world) =>
      world.fetch('/session', {
        method: 'OPTIONS',
        headers: { origin: 'https://www.shop.example', 'access-control-request-method': 'POST' },
      }),
  ],
  [400, 'no JSON', (world) => world.fetch('/session', post('{'))],
  [
    401,
    'a forged notification',
    (world) => world.fetch('/notify', post('{}', { ...json, signature: 'Zm9yZ2Vk' })),
  ],
  [403, 'a foreign page', (world) => world.open('A-1', {}, { origin: 'https://evil.example' })],
  [404, 'no route', (world) => world.get('/nothing')],
  [404, 'no session', (world) => world.get(`/session/${ANY}`)],
  [405, 'a wrong method', (world) => world.fetch('/session', { method: 'PUT' })],
  [405, 'a wrong method of a notification', (world) => world.fetch('/notify', { method: 'DELETE' })],
  [
    409,
    'a paid order',
    async (world) => {
      await world.session();
      world.gateway.pay();
      await world.notify();
      return world.open();
    },
  ],
  [413, 'too large a body', (world) => world.fetch('/session', opening('x'.repeat(70_000)))],
  [415, 'no JSON type', (world) => world.fetch('/session', post('a=b', { 'content-type': 'text/plain' }))],
  [
    429,
    'too many',
    async (world) => {
      for (let n = 0; n < 10; n++) await world.open();
      return world.open();
    },
  ],
  [
    429,
    'too many reads',
    async (world) => {
      const read = () => world.fetch(`/return/${ANY}/success`, {}, { clientAddress: '203.0.113.1' });
      for (let n = 0; n < 1_200; n++) await read();
      return read();
    },
  ],
  [500, 'a bug of the shop', (world) => world.open('bug')],
  [
    503,
    'a gateway that is away',
    (world) => {
      world.gateway.down.add('create');
      return world.open();
    },
  ],
];

describe('T13 every answer keeps out of caches and frames', () => {
  it.each(WAYS)('%i %s', async (status, _what, ask) => {
    const world = handlerWorld({
      handler: {
        resolveOrder: (order) => {
          if (order === 'bug') throw new Error('SELECT password FROM customers');
          return { orderReference: String(order), amount: '49.90', currency: 'EUR' };
        },
      },
    });
    const response = await ask(world);
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
      const world = handlerWorld({
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
        const response = await world.get(path);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(await response.text()).not.toContain('10.1.2.3');
      }
    },
  );
});
