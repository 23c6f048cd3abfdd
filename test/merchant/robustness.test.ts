import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { fastest } from '../support/fastest.ts';
import { type HandlerHarness, handlerHarness } from '../support/handlerHarness.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

async function everyRoute(harness: HandlerHarness, id: string): Promise<number[]> {
  const secret = harness.gateway.created.at(-1)?.callBackUrl.split('/').at(-1);
  const { body, headers } = await harness.gateway.notification();
  const answers = [
    await harness.open('A-1'),
    await harness.open('A-9'),
    await harness.get(`/session/${id}`),
    await harness.get(`/return/${id}/success`),
    await harness.fetch(`/notify/${id}/${secret}`, { method: 'POST', body, headers }),
    await harness.get('/health'),
  ];
  await harness.drain();
  await harness.handler.sweep().catch(() => {});
  await harness.handler.settle(id).catch(() => {});
  return answers.map(({ status }) => status);
}

/** `POST /session` of the open order and of a new one, `GET /session/:id`, return page, notification, health. */
const FINE = [201, 201, 200, 200, 200, 200];
/** What is answered while one method of the store fails with an error that is none of ours. */
const WITHOUT: Partial<Record<keyof CheckoutStore, number[]>> = {
  // What admits a session tells the time too.
  now: [201, 201, 200, 200, 200, 503],
  admit: [500, 500, 200, 200, 200, 200],
  createSession: [201, 500, 200, 200, 200, 200],
  getSession: [201, 201, 500, 503, 200, 200],
  change: [201, 500, 500, 503, 200, 200],
  claimOne: [201, 201, 500, 200, 200, 200],
  listEvents: [201, 201, 200, 503, 200, 200],
  receiveFor: [201, 201, 200, 200, 500, 200],
};

describe('T54 nothing that fails ends the process or hangs a request', () => {
  const methods = Object.keys(memoryStore()) as (keyof CheckoutStore)[];
  for (const method of methods.filter((name) => name !== 'close')) {
    for (const how of ['rejects', 'throws'] as const) {
      it(`F42 store.${method} ${how}: every route answers, and works again afterwards`, async () => {
        let broken = false;
        const harness = handlerHarness({
          store: (now) => {
            const memory = memoryStore({ now });
            const original = memory[method] as (...args: unknown[]) => Promise<unknown>;
            return {
              ...memory,
              [method]: (...args: unknown[]) => {
                if (!broken) return original(...args);
                if (how === 'throws') throw new Error('the store is gone');
                return Promise.reject(new Error('the store is gone'));
              },
            };
          },
        });
        const id = await harness.session('A-1');
        harness.gateway.pay();
        broken = true;
        harness.advance(11_000);
        expect(await everyRoute(harness, id)).toEqual(WITHOUT[method] ?? FINE);
        broken = false;
        harness.advance(3_600_000);
        await harness.handler.sweep();
        await harness.handler.settle(id);
        expect(await harness.status(id)).toEqual({ status: 'completed', orderReference: 'A-1' });
        expect(harness.payments.length).toBeGreaterThanOrEqual(1);
        expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('done');
      });
    }
  }
});

describe('T44 T45 pathological input', () => {
  it('is refused in linear time: depth, width, length', async () => {
    const harness = handlerHarness();
    const bodies: [body: string, expected: number][] = [
      [`{"order":${'['.repeat(30_000)}`, 400],
      [`{"order":"${'\\'.repeat(60_000)}"}`, 413],
      [`{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join()}}`, 400],
      [`{"order":"${'a'.repeat(60_000)}"}`, 413],
      [`{"order":1,"previous":"${'a'.repeat(60_000)}"}`, 400],
      [`{"order":1,"reason":"${'a'.repeat(60_000)}"}`, 400],
    ];
    for (const [body, expected] of bodies) {
      const took = await fastest(async () => {
        const response = await harness.fetch('/session', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        expect(response.status).toBe(expected);
      }, 3);
      expect(took).toBeLessThan(500);
    }
  });

  it('a compressed body is not unpacked', async () => {
    const harness = handlerHarness();
    const response = await harness.open('A-1', {}, { 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
  });

  it('T37 a path that climbs or hides leads nowhere', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    for (const path of [
      '/session/../health',
      '/session/%2e%2e/health',
      `/session/${id}%00`,
      `/session/${id}/..%2f`,
      '//session',
      '/session;x=1',
      '/return/a',
      '/notify/a',
    ]) {
      const response = await harness.get(path);
      expect(response.status).not.toBe(500);
      expect(await response.text()).not.toContain(id);
    }
  });
});
