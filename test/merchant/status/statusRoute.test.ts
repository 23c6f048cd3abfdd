import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';
import { size } from '../../support/size.ts';

describe('GET /session/:id', () => {
  it('T13 tells status, order and when to ask again, and nothing else, whatever is asked for', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    expect(Object.keys(await harness.status(id)).sort()).toEqual([
      'orderReference',
      'retryAfterMs',
      'status',
    ]);
    harness.gateway.pay();
    await harness.notify({ Email: 'a@shop.example', CardHolderName: 'A. Payer' });
    for (const query of ['', '?fields=*', '?fields=cardToken', '?expand=card', '?format=xml', '?debug=1']) {
      const response = await harness.get(`/session/${id}${query}`, { accept: 'text/html,application/xml' });
      const text = await response.text();
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(JSON.parse(text)).toEqual({ status: 'completed', orderReference: 'A-1' });
      expect(text).not.toContain(CARD_TOKEN);
    }
  });

  it('T28 gives unknown, malformed and ended ids one and the same 404, after one look-up each', async () => {
    const lookUps: string[] = [];
    const harness = handlerHarness({
      store: (now) => {
        const memory = memoryStore({ now });
        return {
          ...memory,
          getSession: (id) => {
            lookUps.push(id);
            return memory.getSession(id);
          },
        };
      },
    });
    const ids = [
      '0'.repeat(32),
      'f'.repeat(32),
      '1',
      '%00',
      '..%2f..%2fhealth',
      'A'.repeat(32),
      `${'a'.repeat(32)}a`,
      "' OR 1=1",
    ];
    const answers = new Set<string>();
    for (const id of ids) {
      lookUps.length = 0;
      const response = await harness.get(`/session/${id}`);
      answers.add(`${response.status} ${await response.text()}`);
      expect(lookUps).toEqual([/^[0-9a-f]{32}$/.test(id) ? id : '0'.repeat(32)]);
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toMatch(/^404 .*"not_found"/);
    expect(harness.gateway.asked).toEqual([]);
  });

  it('T28 guesses next to an id find nothing', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    for (let n = 0; n < size(1_000, 10_000); n++) {
      const guess = (BigInt(`0x${id}`) ^ BigInt(n + 1)).toString(16).padStart(32, '0');
      expect((await harness.get(`/session/${guess}`)).status).toBe(404);
    }
  });

  it('T28 takes as long for a malformed id, an unknown one, and one of another shop', async () => {
    const shops = [handlerHarness(), handlerHarness()] as const;
    const foreign = await shops[1].session();
    const ids = ['nonsense', 'f'.repeat(32), foreign];
    const took = ids.map((): number[] => []);
    for (let round = 0; round < size(900, 5_000); round++) {
      for (let at = 0; at < ids.length; at++) {
        // Each comes as often after each other one: what a request leaves to do is paid for by the next.
        const which = (round % 2 === 0 ? round + at : round - at + ids.length) % ids.length;
        const begun = performance.now();
        const { status } = await shops[0].get(`/session/${ids[which]}`);
        took[which]?.push(performance.now() - begun);
        expect(status).toBe(404);
      }
    }
    // The first requests are compiled, not measured. Of the others the fastest tenth: what else the machine does is not in it.
    const quick = took.map((times) => {
      const measured = times.slice(300).sort((a, b) => a - b);
      return measured[Math.floor(measured.length / 10)] ?? 0;
    });
    expect(Math.max(...quick) / Math.min(...quick)).toBeLessThan(1.25);
  });

  it(
    'T48 a stampede of pollers leads to one status call per session and pace',
    async () => {
      const sessions = size(50, 1_000);
      const nobody = () => {};
      const harness = handlerHarness({
        handler: {
          limits: { sessionsPerAddress: 1e6 },
          logger: { debug: nobody, info: nobody, warn: nobody, error: nobody },
        },
      });
      const ids: string[] = [];
      for (let n = 0; n < sessions; n++) ids.push(await harness.session(`A-${n}`));
      harness.advance(5_000);
      for (let second = 0; second < 12; second++) {
        await Promise.all(ids.flatMap((id) => Array.from({ length: 10 }, () => harness.status(id))));
        await harness.drain();
        harness.advance(1_000);
      }
      const calls = new Map<string, number>();
      for (const { uniqueReference = '' } of harness.gateway.asked) {
        calls.set(uniqueReference, (calls.get(uniqueReference) ?? 0) + 1);
      }
      expect(calls.size).toBe(sessions);
      for (const count of calls.values()) expect(count).toBe(3);
    },
    size(60_000, 600_000),
  );

  it('T48 a poll within the pace reads the store once and writes nothing', async () => {
    const calls: string[] = [];
    const harness = handlerHarness({
      store: (now) => {
        const memory = memoryStore({ now });
        return new Proxy(memory, {
          get: (target, name: keyof typeof memory) => {
            const method = target[name] as (...args: unknown[]) => Promise<unknown>;
            return (...args: unknown[]) => {
              calls.push(name);
              return method(...args);
            };
          },
        });
      },
    });
    const id = await harness.session();
    harness.advance(4_000);
    await harness.status(id);
    await harness.drain();
    expect(harness.gateway.asked).toHaveLength(1);
    calls.length = 0;
    for (let n = 0; n < 100; n++) await harness.status(id);
    await harness.drain();
    expect(new Set(calls)).toEqual(
      new Set(['ready', 'getSession', 'now'].filter((name) => calls.includes(name))),
    );
    expect(calls.filter((name) => name === 'getSession')).toHaveLength(100);
    expect(harness.gateway.asked).toHaveLength(1);
  });

  it('T48 looks that others ask for keep to the pace too', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const url = harness.gateway.created.at(-1)?.callBackUrl ?? '';
    for (let n = 0; n < 40; n++) {
      await harness.handler.fetch(new Request(url, { method: 'POST', body: `{"n":${n}}` }));
      await harness.get(`/return/${id}/success`);
      await harness.drain();
      await harness.handler.sweep();
      harness.advance(100);
    }
    // 4 s, at one a second once the customer is back.
    expect(harness.gateway.asked.length).toBeGreaterThanOrEqual(4);
    expect(harness.gateway.asked.length).toBeLessThanOrEqual(5);
  });

  it('T48 tells pollers when to come back: sooner once the customer is back, never after the end', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const before = Number((await harness.status(id)).retryAfterMs);
    expect(before).toBeGreaterThanOrEqual(4_000);
    expect(before).toBeLessThanOrEqual(4_800);
    await harness.get(`/return/${id}/success`);
    await harness.drain();
    const after = await harness.status(id);
    expect(after.status).toBe('pending');
    expect(Number(after.retryAfterMs)).toBeLessThanOrEqual(1_200);
    harness.gateway.pay();
    harness.advance(1_500);
    expect(await harness.status(id)).toEqual({ status: 'completed', orderReference: 'A-1' });
  });

  it('one pace over several processes: the lease is the store’s', async () => {
    const store = memoryStore({ now: () => 1_700_000_010_000 });
    const one = handlerHarness({ store: () => store });
    const two = handlerHarness({ store: () => store });
    const id = await one.session();
    for (const [unique, transaction] of one.gateway.ledger) two.gateway.ledger.set(unique, transaction);
    let answer: () => void = () => {};
    one.gateway.before.retrieve = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    await one.get(`/return/${id}/success`);
    await two.status(id);
    await two.status(id);
    expect(two.gateway.asked).toEqual([]);
    answer();
    await one.drain();
    expect(one.gateway.asked).toHaveLength(1);
  });

  it('F40 keeps answering from the store while the gateway is down, and does not hammer it', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.down.add('retrieve');
    harness.advance(5_000);
    for (let n = 0; n < 50; n++) {
      expect(await harness.status(id)).toMatchObject({ status: 'open' });
      await harness.drain();
    }
    expect(harness.gateway.asked.length).toBeLessThanOrEqual(4);
    harness.gateway.down.clear();
    harness.gateway.pay();
    harness.advance(60_000);
    expect(await harness.status(id)).toMatchObject({ status: 'completed' });
  });

  it('G23 says of a declined page that it may be tried again, and asks the gateway whether it was', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.set({ Status: 'Declined' });
    await harness.notify();
    expect(await harness.status(id)).toEqual({
      status: 'failed',
      orderReference: 'A-1',
      reason: 'declined',
      mayRetry: true,
      retryAfterMs: expect.any(Number),
    });
    harness.gateway.pay();
    harness.advance(4_000);
    expect(await harness.status(id)).toEqual({ status: 'completed', orderReference: 'A-1' });
  });

  it.each([
    [
      'once the customer is back',
      async (harness: HandlerHarness, id: string) => void (await harness.get(`/return/${id}/failure`)),
    ],
    ['once the address is dead', async (harness: HandlerHarness) => harness.advance(122_000)],
  ])('G23 a decline is the end of it %s', async (_when, happens) => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.set({ Status: 'Declined' });
    await happens(harness, id);
    await harness.drain();
    await harness.notify();
    expect(await harness.status(id)).toEqual({
      status: 'failed',
      orderReference: 'A-1',
      reason: 'declined',
    });
  });

  it('G23 a decline is the end of it where the profile says that it ends the page', async () => {
    const profile = defineProfile({ redirect: { declineEndsPage: true } });
    const harness = handlerHarness({ gateway: { profile } });
    const id = await harness.session();
    harness.gateway.set({ Status: 'Declined' });
    await harness.notify();
    expect(await harness.status(id)).toEqual({
      status: 'failed',
      orderReference: 'A-1',
      reason: 'declined',
    });
  });

  it('says that the customer has cancelled, and nothing of why a page failed otherwise', async () => {
    const reasonOf = async (Status: string) => {
      const harness = handlerHarness();
      const id = await harness.session();
      harness.gateway.set({ Status });
      await harness.notify();
      return await harness.status(id);
    };
    expect(await reasonOf('Cancelled')).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect(await reasonOf('Error')).not.toHaveProperty('reason');
  });

  it('F8 an address that dies while the customer is in 3DS is not called expired: only the gateway ends it', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.advance(150_000);
    expect(await harness.status(id)).toMatchObject({ status: 'open' });
    harness.gateway.set({ Status: 'Expired' });
    harness.advance(5_000);
    expect(await harness.status(id)).toEqual({ status: 'expired', orderReference: 'A-1' });
  });

  it('lets configured origins read it, and says nothing to others', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const ours = await harness.get(`/session/${id}`, { origin: 'https://www.shop.example' });
    expect(ours.headers.get('access-control-allow-origin')).toBe('https://www.shop.example');
    const other = await harness.get(`/session/${id}`, { origin: 'https://evil.example' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('GET /health', () => {
  it('checks store and gateway, and asks neither more than once in 15 s', async () => {
    const harness = handlerHarness();
    const installed = { addresses: 'unknown', test: true, publicUrl: 'https://shop.example/checkout' };
    const first = await harness.get('/health');
    expect([first.status, await first.json()]).toEqual([
      200,
      { status: 'ok', store: 'ok', gateway: 'ok', ...installed },
    ]);
    for (let n = 0; n < 20; n++) await harness.get('/health');
    expect(harness.gateway.asked).toHaveLength(1);
    harness.gateway.down.add('retrieve');
    harness.advance(16_000);
    const degraded = await harness.get('/health');
    expect([degraded.status, await degraded.json()]).toEqual([
      200,
      { status: 'degraded', store: 'ok', gateway: 'down', gatewayError: 'unreachable', ...installed },
    ]);
  });

  it('is 503 without the store', async () => {
    let down = false;
    const harness = handlerHarness({
      store: (now) => ({
        ...memoryStore({ now }),
        now: () => (down ? Promise.reject(new Error('gone')) : Promise.resolve(now())),
      }),
    });
    down = true;
    const response = await harness.get('/health');
    expect([response.status, (await response.json()).status]).toEqual([503, 'down']);
  });
});
