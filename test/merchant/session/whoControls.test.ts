import { describe, expect, it } from 'vitest';
import type { CheckoutHandlerOptions } from '../../../src/merchant/options.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const MINUTES = 60_000;
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code ?? 'session';
const idOf = async (response: Response) => ((await response.json()) as { sessionId: string }).sessionId;
const from = (harness: HandlerHarness, clientAddress: string, order = 'A-1') =>
  harness.fetch(
    '/session',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    },
    { clientAddress },
  );

describe('T61 a GET of the return page alone holds nothing', () => {
  it('the same page is handed out as before', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    await harness.get(`/return/${id}/success`);
    await harness.status(id);
    expect(await idOf(await harness.open())).toBe(id);
  });

  it('a new one is made as soon as the old address is dead, though the gateway says pending', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    for (let n = 0; n < 3; n++) {
      await harness.get(`/return/${id}/success`);
      await harness.get(`/return/${id}/failure/${'0'.repeat(32)}`);
      harness.advance(1 * MINUTES);
    }
    expect(await idOf(await harness.open())).not.toBe(id);
    expect(harness.gateway.created).toHaveLength(2);
  });

  it('polls are answered sooner, and no more', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    await harness.get(`/return/${id}/success`);
    await harness.drain();
    expect(await harness.record(id)).toMatchObject({ returnedAt: harness.now(), sentBackAt: null });
    expect(Number((await harness.status(id)).retryAfterMs)).toBeLessThan(4_000);
  });

  it('a browser that fetches the address ahead is nobody’s return', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    await harness.comeBack(id, { 'sec-purpose': 'prefetch;prerender' });
    expect(await harness.record(id)).toMatchObject({ returnedAt: null, sentBackAt: null });
    expect(await idOf(await harness.open())).toBe(id);
  });
});

describe('T61 a customer that the hosted page sent back', () => {
  it('holds the order while the gateway says pending: a voucher or a slow bank', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    await harness.get(`/return/${id}/success`);
    harness.advance(1_000);
    await harness.comeBack(id);
    await harness.drain();
    expect((await harness.record(id)).sentBackAt).toBe(harness.now());
    expect(await codeOf(await harness.open())).toBe('session_in_progress');
    harness.advance(10 * MINUTES);
    expect(await codeOf(await harness.open())).toBe('session_in_progress');
    harness.advance(6 * MINUTES);
    expect((await harness.open()).status).toBe(201);
  });

  it('is known by a proof that no other session has, and that no answer tells', async () => {
    const harness = handlerHarness();
    const answers = [await (await harness.open('A-1')).text(), await (await harness.open('A-2')).text()];
    const [first = '', second = ''] = harness.gateway.created.map(
      ({ redirectionUrl }) => redirectionUrl.split('/').at(-1) ?? '',
    );
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    const id = JSON.parse(answers[0] ?? '').sessionId;
    await harness.get(`/return/${id}/success/${second}`);
    expect((await harness.record(id)).sentBackAt).toBeNull();
    const page = await (await harness.get(`/return/${id}/success`)).text();
    for (const text of [
      ...answers,
      page,
      await (await harness.get(`/session/${id}`)).text(),
      ...harness.logs,
    ]) {
      expect(text).not.toContain(first);
    }
  });
});

describe('T63 limits count by asker before they count by order', () => {
  it('a stranger who names the order all the time does not keep the customer out', async () => {
    const harness = handlerHarness();
    const answers: string[] = [];
    for (let n = 0; n < 25; n++) answers.push(await codeOf(await from(harness, '203.0.113.66')));
    expect(answers.filter((code) => code === 'session')).toHaveLength(10);
    expect(answers.at(-1)).toBe('rate_limited');
    expect(await codeOf(await from(harness, '198.51.100.7'))).toBe('session');
  });

  it('many strangers together reach the order’s own limit, which is larger', async () => {
    const harness = handlerHarness({ handler: { limits: { sessionsPerAddress: 1e6 } } });
    let allowed = 0;
    for (let n = 0; n < 12; n++) {
      for (let m = 0; m < 10; m++) allowed += Number((await from(harness, `203.0.113.${n}`)).status === 201);
    }
    expect(allowed).toBe(100);
    expect(
      harness.events.filter(({ type }) => type === 'rate_limited').map(({ data }) => data.limit),
    ).toEqual(['sessionsPerOrderInTotal']);
    expect(await codeOf(await from(harness, '198.51.100.7', 'A-2'))).toBe('session');
  });

  it('a principal that is a text or a number is the asker, wherever the requests come from', async () => {
    let principal: unknown = 'ada@shop.example';
    const buckets: string[] = [];
    const harness = handlerHarness({
      handler: { authorize: () => principal } as Partial<CheckoutHandlerOptions>,
      wrap: (store) => ({
        ...store,
        admit: (order, wanted, perMs) => {
          buckets.push(...wanted.map(({ name }) => name));
          return store.admit(order, wanted, perMs);
        },
      }),
    });
    for (let n = 0; n < 10; n++) expect((await from(harness, `203.0.113.${n}`)).status).toBe(201);
    expect((await from(harness, '203.0.113.99')).status).toBe(429);
    principal = 42;
    expect((await from(harness, '203.0.113.99')).status).toBe(201);
    principal = { id: 'an object has no name' };
    for (let n = 0; n < 10; n++) expect((await from(harness, '203.0.113.99')).status).toBe(201);
    expect((await from(harness, '203.0.113.99')).status).toBe(429);
    expect((await from(harness, '203.0.113.98')).status).toBe(201);
    expect(buckets.join()).not.toContain('ada');
  });
});
