import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { toNodeHandler } from '../../../src/merchant/node.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const MINUTE = 60_000;
const open = (harness: HandlerHarness, order: string, clientAddress: string) =>
  harness.fetch(
    '/session',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    },
    { clientAddress },
  );
const limited = (harness: HandlerHarness) => harness.events.filter(({ type }) => type === 'rate_limited');

describe('T70 the first refusal of a minute is an alert', () => {
  it('once a minute for each limit, however many are refused', async () => {
    const harness = handlerHarness({ handler: { limits: { sessionsPerAddress: 2, sessionsPerOrder: 1 } } });
    for (let n = 0; n < 50; n++) await open(harness, `A-${n}`, '203.0.113.1');
    expect(limited(harness)).toEqual([
      expect.objectContaining({
        alert: true,
        data: { limit: 'sessionsPerAddress', perMinute: 2, untrustedForwarding: false },
      }),
    ]);
    await open(harness, 'B-1', '203.0.113.2');
    await open(harness, 'B-1', '203.0.113.2');
    expect(limited(harness).map(({ data }) => data.limit)).toEqual([
      'sessionsPerAddress',
      'sessionsPerOrder',
    ]);
    harness.advance(MINUTE + 1);
    for (let n = 0; n < 50; n++) await open(harness, `C-${n}`, '203.0.113.1');
    expect(limited(harness)).toHaveLength(3);
  });

  it('once over all processes', async () => {
    let now = 1_700_000_000_000;
    const store = memoryStore({ now: () => now });
    const limits = { sessionsPerAddress: 1 };
    const processes = Array.from({ length: 4 }, () =>
      handlerHarness({ store: () => store, handler: { limits } }),
    );
    for (let minute = 1; minute <= 3; minute++) {
      for (let n = 0; n < 5; n++) {
        for (const each of processes) await open(each, `A-${minute}-${n}`, '203.0.113.1');
      }
      expect(processes.flatMap(limited)).toHaveLength(minute);
      now += MINUTE + 1;
      for (const each of processes) each.advance(MINUTE + 1);
    }
  });

  it('a flood of refusals costs the store one question for the alert a minute, not one each', async () => {
    const taken: string[] = [];
    const harness = handlerHarness({
      store: (now) => {
        const memory = memoryStore({ now });
        return {
          ...memory,
          take: (bucket, limit, perMs) => {
            taken.push(bucket);
            return memory.take(bucket, limit, perMs);
          },
        };
      },
      handler: { limits: { readsPerAddress: 1 } },
    });
    const id = await harness.session();
    for (let n = 0; n < 50; n++) await harness.fetch(`/session/${id}`, {}, { clientAddress: '203.0.113.1' });
    expect(taken.filter((bucket) => bucket.includes('alert:'))).toHaveLength(1);
    expect(
      taken.filter((bucket) => bucket.includes('readsPerAddress') && !bucket.includes('alert:')),
    ).toEqual([]);
  });

  it('no alert while nobody is refused', async () => {
    const harness = handlerHarness();
    for (let n = 0; n < 30; n++) expect((await open(harness, `A-${n}`, '203.0.113.1')).status).toBe(201);
    expect(harness.alerts()).toEqual([]);
  });
});

it('T71 a stranger with a /64 of addresses has one limit; his neighbour another', async () => {
  const harness = handlerHarness({ handler: { limits: { sessionsPerAddress: 5 } } });
  const statuses = [];
  for (let n = 0; n < 40; n++) {
    statuses.push((await open(harness, `A-${n}`, `2001:db8:1:2::${n.toString(16)}`)).status);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(5);
  expect((await open(harness, 'B-1', '2001:db8:1:3::1')).status).toBe(201);
  const mapped = ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109'];
  for (let n = 0; n < 5; n++) await open(harness, `C-${n}`, mapped[n % 3] ?? '');
  for (const address of mapped) expect((await open(harness, 'C-9', address)).status).toBe(429);
});

describe('T73 reads by one address', () => {
  const read = (harness: HandlerHarness, path: string, clientAddress: string) =>
    harness.fetch(path, {}, { clientAddress });

  it('a flood is refused with when to come back; another address, and the next minute, are not', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    for (const path of [`/session/${id}`, `/return/${id}/success`]) {
      const statuses = [];
      for (let n = 0; n < 1_300; n++) statuses.push((await read(harness, path, '203.0.113.1')).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1_200);
      const refused = await read(harness, path, '203.0.113.1');
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await read(harness, path, '203.0.113.2')).status).toBe(200);
      harness.advance(MINUTE + 1);
      expect((await read(harness, path, '203.0.113.1')).status).toBe(200);
      harness.advance(MINUTE + 1);
    }
    expect(limited(harness).map(({ data }) => data.limit)).toEqual(['readsPerAddress', 'readsPerAddress']);
  });

  it('ordinary polling never reaches it: twenty customers behind one address, each at the widget’s fastest', async () => {
    const harness = handlerHarness();
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => harness.session(`A-${n}`)));
    for (let second = 0; second < 300; second++) {
      for (const id of ids) {
        expect((await read(harness, `/session/${id}`, '203.0.113.1')).status).toBe(200);
      }
      harness.advance(1_000);
    }
    expect(limited(harness)).toEqual([]);
  });

  it('without an address there is no limit by address', async () => {
    const harness = handlerHarness({ handler: { limits: { readsPerAddress: 1 } } });
    const id = await harness.session();
    for (let n = 0; n < 5; n++) expect((await harness.get(`/session/${id}`)).status).toBe(200);
  });
});

describe('T72 forged notifications', () => {
  it('write ten lines a minute at most, and then how many were left out', async () => {
    const harness = handlerHarness();
    await harness.session();
    const url = harness.gateway.created.at(-1)?.callBackUrl ?? '';
    const { body, headers } = await harness.gateway.notification();
    const forge = async () => {
      const request = new Request(url, {
        method: 'POST',
        body,
        headers: { ...headers, Signature: 'Zm9yZ2Vk' },
      });
      expect((await harness.handler.fetch(request)).status).toBe(401);
    };
    const lines = () => harness.logs.filter((line) => line.includes('wrong signature'));
    for (let n = 0; n < 500; n++) await forge();
    expect(lines()).toHaveLength(10);
    expect(harness.events.filter(({ type }) => type === 'notification_rejected')).toHaveLength(10);
    harness.advance(MINUTE);
    await forge();
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({ leftOut: 490 });
    harness.advance(MINUTE);
    await forge();
    expect(lines().at(-1)).not.toContain('leftOut');
  });
});

describe('T70 behind a proxy', () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });
  const listen = async (harness: HandlerHarness, trustedProxies?: number) => {
    const options = trustedProxies === undefined ? {} : { trustedProxies };
    const server = createServer(toNodeHandler(harness.handler, options));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/checkout`;
  };
  const warnings = (harness: HandlerHarness) =>
    harness.logs.filter((line) => line.includes('trustedProxies'));

  it.each(['x-forwarded-for', 'forwarded'])(
    'says once that %s arrives untrusted, and what to set',
    async (header) => {
      const harness = handlerHarness();
      const base = await listen(harness);
      await fetch(`${base}/health`);
      expect(warnings(harness)).toEqual([]);
      for (let n = 0; n < 5; n++) await fetch(`${base}/health`, { headers: { [header]: 'for=203.0.113.9' } });
      expect(warnings(harness)).toHaveLength(1);
      expect(warnings(harness)[0]).toContain('{ trustedProxies: 1 }');
    },
  );

  it('says nothing where the proxy is trusted, and tells its customers apart', async () => {
    const harness = handlerHarness({ handler: { limits: { sessionsPerAddress: 1 } } });
    const base = await listen(harness, 1);
    const statuses = [];
    for (const customer of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) {
      const response: Response = await fetch(`${base}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `6.6.6.6, ${customer}` },
        body: JSON.stringify({ order: `A-${statuses.length}` }),
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([201, 201, 429]);
    expect(warnings(harness)).toEqual([]);
  });

  it('health tells how well the asker’s address is known', async () => {
    const harness = handlerHarness();
    const known = async (url: string, headers = {}) =>
      ((await (await fetch(`${url}/health`, { headers })).json()) as { addresses: string }).addresses;
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    const [direct, trusting] = [await listen(harness), await listen(harness, 1)];
    expect(await known(direct)).toBe('known');
    expect(await known(direct, forwarded)).toBe('untrusted_proxy');
    expect(await known(trusting, forwarded)).toBe('known');
    expect(await (await harness.get('/health')).json()).toMatchObject({ addresses: 'unknown' });
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1'])('trustedProxies: %s is refused', (value) => {
    expect(() => toNodeHandler(handlerHarness().handler, { trustedProxies: value as number })).toThrow(
      /^trustedProxies: expected how many proxies/,
    );
  });
});
