import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { none } from '../../../src/protocol/gateway/signature.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import { type HandlerWorld, handlerWorld } from '../../support/handlerWorld.ts';
import { size } from '../../support/size.ts';

/** 10,000 in a long run. */
const REPLAYS = size(2_000, 10_000);
const DAY = 86_400_000;
/** A flood's log and events would fill the test's own memory. */
const nobody = () => {};
const quiet = {
  logger: { debug: nobody, info: nobody, warn: nobody, error: nobody },
  onEvent: nobody,
};

const callBack = (world: HandlerWorld) => world.gateway.created.at(-1)?.callBackUrl ?? '';
const deliver = async (world: HandlerWorld, url: string, init: RequestInit) => {
  const response = await world.handler.fetch(new Request(url, init));
  await world.drain();
  return response;
};
const paidFields = (world: HandlerWorld) => ({
  ...[...world.gateway.ledger.values()].at(-1)?.fields,
  Status: 'Processed',
});

describe('a forged notification', () => {
  it('T1 200 shapes of "Processed" without a signature: nothing is paid, the gateway is asked within its pace', async () => {
    const world = handlerWorld();
    const id = await world.session();
    const url = callBack(world);
    const fields = paidFields(world) as Record<string, string>;
    let sent = 0;
    for (const status of [
      'Processed',
      'PROCESSED',
      'processed',
      'OK',
      'Captured',
      'paid',
      '1',
      'true',
      ' Processed ',
      'completed',
    ]) {
      for (const method of ['POST', 'PUT', 'GET']) {
        for (const form of ['json', 'form', 'query', 'text', 'empty', 'array', 'nested']) {
          const body = { ...fields, Status: status };
          const search = new URLSearchParams(body as Record<string, string>);
          const shapes: Record<string, [string | null, string]> = {
            json: [JSON.stringify(body), 'application/json'],
            form: [search.toString(), 'application/x-www-form-urlencoded'],
            query: [null, 'application/json'],
            text: [JSON.stringify(body), 'text/plain'],
            empty: ['', 'application/json'],
            array: [JSON.stringify([body]), 'application/json'],
            nested: [JSON.stringify({ data: body }), 'application/json'],
          };
          const [text, type] = shapes[form] ?? [null, ''];
          const target = form === 'query' || method === 'GET' ? `${url}?${search}` : url;
          await deliver(world, target, {
            method,
            headers: { 'content-type': type },
            ...(method === 'GET' || text === null ? {} : { body: text }),
          });
          sent++;
        }
      }
    }
    expect(sent).toBeGreaterThanOrEqual(200);
    await world.handler.sweep();
    expect((await world.record(id)).status).toBe('open');
    expect(world.payments).toEqual([]);
    expect(world.gateway.asked.length).toBeLessThanOrEqual(1);
  });

  it('T1 a wrong signature is refused with 401, changes nothing, and earns a look at most', async () => {
    const world = handlerWorld();
    const id = await world.session();
    const { body, headers } = await world.gateway.notification({ Status: 'Processed' });
    for (const signature of [
      '',
      'x',
      `${headers.Signature}x`,
      headers.Signature?.slice(1) ?? '',
      'é'.repeat(44),
    ]) {
      let response: Response;
      try {
        response = await deliver(world, callBack(world), {
          method: 'POST',
          body,
          headers: { ...headers, Signature: signature },
        });
      } catch {
        continue; // No such header can be sent.
      }
      expect(response.status).toBe(signature === '' ? 200 : 401);
    }
    expect((await world.record(id)).status).toBe('open');
    expect(await world.handler.sweep()).toMatchObject({ looked: 1 });
    expect((await world.record(id)).status).toBe('open');
  });

  it('T1 without the session’s secret an unsigned notification is an orphan', async () => {
    const world = handlerWorld();
    const id = await world.session();
    const body = JSON.stringify(paidFields(world));
    const headers = { 'content-type': 'application/json' };
    for (const path of [`/notify/${id}/${'0'.repeat(32)}`, '/notify', `/notify/${'0'.repeat(32)}/x`]) {
      const response = await world.fetch(path, { method: 'POST', body, headers });
      expect(response.status).toBe(200);
    }
    await world.drain();
    expect(await world.handler.sweep()).toMatchObject({ looked: 0 });
    const kept = await world.store.listNotices(null, 10);
    expect(kept.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(3);
    expect(world.gateway.asked).toEqual([]);
  });

  it('T1 fuzz: any body, header and path is answered below 500, and pays nothing', async () => {
    const world = handlerWorld({ handler: { limits: { orphansPerMinute: 1_000_000 } } });
    const id = await world.session();
    const secret = callBack(world).split('/').at(-1) ?? '';
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{', '[]', 'null', '""', '{"Status":"Processed"}'),
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(
          `/notify/${id}/${secret}`,
          `/notify/${id}/x`,
          '/notify',
          `/notify/${id}/${secret}?Status=Processed&PspId=%00`,
        ),
        fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'x'),
        fc.option(fc.stringMatching(/^[\x20-\x7e]{0,60}$/)),
        async (body, path, type, signature) => {
          const headers = { 'content-type': type, ...(signature === null ? {} : { signature }) };
          const response = await world.fetch(path, { method: 'POST', body, headers });
          expect(response.status).toBeLessThan(500);
        },
      ),
      { numRuns: Number(process.env.HPP_FUZZ ?? 500) },
    );
    await world.drain();
    await world.handler.sweep();
    expect((await world.record(id)).status).toBe('open');
    expect(world.payments).toEqual([]);
  });
});

describe('an authentic notification', () => {
  const wrong: [string, Record<string, unknown>][] = [
    ['amount', { Amount: '0.01' }],
    ['currency', { Currency: 'USD' }],
    ['PspId', { PspId: '1' }],
    ['order', { OrderReference: 'B-1' }],
    ['test flag', { IsTest: false }],
  ];
  for (const [what, change] of wrong) {
    it(`T2 with another ${what} settles nothing and raises an alert`, async () => {
      const world = handlerWorld();
      const id = await world.session();
      const response = await world.notify({ Status: 'Processed', ...change });
      expect(response.status).toBe(200);
      expect((await world.record(id)).status).toBe('open');
      expect(world.alerts()).toEqual(['mismatch']);
      await world.notify({ Status: 'Processed', ...change, AttemptNumber: 2 });
      expect(world.alerts()).toEqual(['mismatch']);
      expect(world.payments).toEqual([]);
    });
  }

  it('T2 the status call is held to the same particulars', async () => {
    for (const [, change] of wrong) {
      const world = handlerWorld({ gateway: { statusFields: ['IsTest'] } });
      const id = await world.session();
      world.gateway.set({ Status: 'Processed', ...change });
      world.advance(200_000);
      await world.handler.sweep();
      expect((await world.record(id)).status).not.toBe('completed');
      expect(world.alerts()).toContain('mismatch');
    }
  });

  it('T3 of a test payment does not pay on a handler that has gone live', async () => {
    const store = memoryStore();
    const trial = handlerWorld({ store: () => store });
    const id = await trial.session();
    const live = handlerWorld({ store: () => store, gateway: { test: false } });
    for (const [unique, transaction] of trial.gateway.ledger) live.gateway.ledger.set(unique, transaction);
    live.gateway.pay();
    await live.notify();
    expect((await live.record(id)).status).toBe('open');
    expect(live.alerts()).toEqual(['orphan_notification']);
    expect(live.payments).toEqual([]);
  });

  it('T26 whose signature collides with another payload’s touches no other order', async () => {
    const world = handlerWorld();
    const first = await world.session('A-1');
    const second = await world.session('a-1');
    const [one, two] = [...world.gateway.ledger.keys()];
    world.gateway.pay(one);
    const { body, headers } = await world.gateway.notification({}, one);
    // The scheme lower-cases: "A-1" and "a-1" share a signature.
    const collided = JSON.stringify({ ...JSON.parse(body), OrderReference: 'a-1' });
    for (const url of world.gateway.created.map(({ callBackUrl }) => callBackUrl)) {
      await deliver(world, url, { method: 'POST', body: collided, headers });
    }
    expect((await world.record(first)).status).toBe('open');
    expect((await world.record(second)).status).toBe('open');
    expect(two).toBeDefined();
    expect(world.payments).toEqual([]);
  });

  it('T25 replayed all day: one fulfilment, the gateway is not asked', async () => {
    const world = handlerWorld();
    await world.session();
    world.gateway.pay();
    const { body, headers } = await world.gateway.notification();
    const url = callBack(world);
    for (let n = 0; n < REPLAYS; n++) {
      const response = await world.handler.fetch(new Request(url, { method: 'POST', body, headers }));
      expect(response.status).toBe(200);
      if (n % 100 === 0) {
        world.advance((DAY * 100) / REPLAYS);
        await world.drain();
        await world.handler.sweep();
      }
    }
    await world.drain();
    expect(world.payments).toHaveLength(1);
    expect(world.gateway.asked).toEqual([]);
    const [id] = world.payments.map(({ sessionId }) => sessionId);
    expect(await world.store.listNotices(id ?? '', 10)).toMatchObject([
      { deliveries: REPLAYS, verified: true },
    ]);
    expect((await world.store.listEvents(id ?? '')).length).toBeLessThan(10);
  });

  it('F36 failure after success is a conflict; success after failure is a late payment', async () => {
    const world = handlerWorld();
    const paid = await world.session('A-1');
    world.gateway.pay();
    await world.notify();
    await world.notify({ Status: 'Declined' });
    expect((await world.record(paid)).status).toBe('completed');
    const late = await world.session('A-2');
    await world.notify({ Status: 'Declined' });
    expect((await world.record(late)).status).toBe('failed');
    world.gateway.pay();
    await world.notify();
    expect((await world.record(late)).status).toBe('completed');
    expect(world.alerts()).toEqual(['conflict', 'late_payment']);
    expect(world.payments).toHaveLength(2);
  });

  it('confirmWith "status" never trusts it: the gateway is asked', async () => {
    const gateway = { statusFields: ['CardToken'] };
    const world = handlerWorld({ gateway, handler: { confirmWith: 'status' } });
    const id = await world.session();
    await world.notify({ Status: 'Processed' });
    expect((await world.record(id)).status).toBe('open');
    expect(world.gateway.asked).toHaveLength(1);
    world.gateway.pay();
    world.advance(5_000);
    await world.notify({ Status: 'Processed', AttemptNumber: 2 });
    expect((await world.record(id)).status).toBe('completed');
    expect(world.payments).toMatchObject([{ cardToken: CARD_TOKEN }]);
  });

  it('at one address for all sessions is matched by its references', async () => {
    const world = handlerWorld();
    const id = await world.session();
    world.gateway.pay();
    const { body, headers } = await world.gateway.notification();
    expect((await world.fetch('/notify', { method: 'POST', body, headers })).status).toBe(200);
    await world.drain();
    expect((await world.record(id)).status).toBe('completed');
  });

  it('N22 is acknowledged as the profile says; N23 in the profile’s form', async () => {
    for (const encode of ['json', 'form', 'query'] as const) {
      const profile = defineProfile({
        notification: { ackBody: '[accepted]', encode, method: encode === 'query' ? 'GET' : 'PUT' },
      });
      const world = handlerWorld({ gateway: { profile } });
      const id = await world.session();
      world.gateway.pay();
      const { body, headers } = await world.gateway.notification();
      const url = callBack(world);
      const response =
        encode === 'query'
          ? await deliver(world, `${url}?${body}`, { method: 'GET', headers })
          : await deliver(world, url, { method: 'PUT', body, headers });
      expect([response.status, await response.text()]).toEqual([200, '[accepted]']);
      expect((await world.record(id)).status).toBe('completed');
    }
  });

  it('of a profile without signatures is a nudge: the gateway is asked', async () => {
    const world = handlerWorld({ gateway: { profile: defineProfile({ signature: { sign: none() } }) } });
    const id = await world.session();
    world.gateway.pay();
    world.advance(5_000);
    await world.notify();
    expect((await world.record(id)).status).toBe('completed');
    expect(world.gateway.asked).toHaveLength(1);
  });
});

describe('what a notification leaves behind', () => {
  it('T12 no card token, no card number, no secret in store, events or log', async () => {
    const world = handlerWorld();
    const id = await world.session();
    world.gateway.pay();
    const number = '4242424242424242';
    await world.notify({
      CardNumber: number,
      CvV2: '737',
      UDF: { note: `card ${number}`, token: CARD_TOKEN },
    });
    const notices = await world.store.listNotices(id, 10);
    expect(notices).toHaveLength(1);
    const kept = JSON.stringify([
      notices,
      await world.store.listEvents(id),
      await world.record(id),
      world.events,
      world.logs,
    ]);
    expect(kept).toContain('Processed');
    expect(kept).not.toContain(CARD_TOKEN);
    expect(kept).not.toContain(number);
    // The digits alone stand in many a digest.
    expect(kept).not.toMatch(/(?<![0-9a-f])737(?![0-9a-f])/);
    expect(kept).not.toContain(callBack(world).split('/').at(-1));
  });
});

describe('a notification and the store', () => {
  const broken = (change: Partial<CheckoutStore>) => ({
    store: (now: () => number) => ({ ...memoryStore({ now }), ...change }),
  });

  it('F42 is answered 503, never 2xx, while the store cannot take it', async () => {
    let down = true;
    const memory = memoryStore();
    const world = handlerWorld({
      store: () => ({
        ...memory,
        receive: (notice) => (down ? Promise.reject(new Error('disk full')) : memory.receive(notice)),
      }),
    });
    const id = await world.session();
    world.gateway.pay();
    const refused = await world.notify();
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect((await world.record(id)).status).toBe('open');
    down = false;
    expect((await world.notify()).status).toBe(200);
    expect((await world.record(id)).status).toBe('completed');
  });

  it('F53 is answered 503 when the write takes longer than the budget', async () => {
    const world = handlerWorld({
      ...broken({ receive: () => new Promise(() => {}) }),
      handler: { limits: { ackMs: 20 } },
    });
    await world.session();
    const response = await world.notify();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('F53 does not wait for a slow hook', async () => {
    let done: () => void = () => {};
    const world = handlerWorld({
      handler: {
        onPayment: () =>
          new Promise<void>((resolve) => {
            done = resolve;
          }),
      },
    });
    const id = await world.session();
    world.gateway.pay();
    const { body, headers } = await world.gateway.notification();
    const response = await world.handler.fetch(
      new Request(callBack(world), { method: 'POST', body, headers }),
    );
    expect(response.status).toBe(200);
    await new Promise(setImmediate);
    expect(await world.status(id)).toMatchObject({ status: 'completed' });
    done();
    await world.drain();
    expect((await world.store.getEffect('A-1', true))?.state).toBe('done');
  });

  it(
    'T47 unknown references fill the store no faster than the limit; known ones pass',
    async () => {
      const perMinute = 10_000;
      const minutes = size(1, 100);
      const world = handlerWorld({ handler: { ...quiet, limits: { orphansPerMinute: 50 } } });
      const id = await world.session();
      const headers = { 'content-type': 'application/json' };
      const answers = new Map<number, number>();
      for (let n = 0; n < perMinute * minutes; n++) {
        if (n > 0 && n % perMinute === 0) world.advance(60_000);
        const body = JSON.stringify({ Status: 'Processed', UniqueReference: String(n) });
        const path = `/notify/${'0'.repeat(32)}/x`;
        const { status } = await world.fetch(path, { method: 'POST', body, headers });
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
      expect(Object.fromEntries(answers)).toEqual({ 200: 50 * minutes, 429: (perMinute - 50) * minutes });
      const kept = await world.store.listNotices(null, 1_000_000);
      expect(kept.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(50 * minutes);
      world.gateway.pay();
      expect((await world.notify()).status).toBe(200);
      expect((await world.record(id)).status).toBe('completed');
    },
    size(60_000, 1_800_000),
  );

  it(
    'T46 a flood for one session asks the gateway at its pace, and good notifications pass beside it',
    async () => {
      const perSecond = size(50, 2_000);
      const world = handlerWorld({ handler: quiet });
      await world.session('flooded');
      const url = callBack(world);
      const headers = { 'content-type': 'application/json' };
      const took: number[] = [];
      for (let second = 0; second < 60; second++) {
        const flood = Array.from({ length: perSecond }, (_, n) =>
          world.handler.fetch(
            new Request(url, { method: 'POST', body: `{"n":${n},"s":${second}}`, headers }),
          ),
        );
        await world.session(`good-${second}`);
        world.gateway.pay();
        const begun = performance.now();
        expect((await world.notify()).status).toBe(200);
        took.push(performance.now() - begun);
        for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
        await world.drain();
        await world.handler.sweep();
        world.advance(1_000);
      }
      expect(world.payments).toHaveLength(60);
      expect(world.gateway.asked.length).toBeLessThanOrEqual(16);
      expect(world.gateway.asked.length).toBeGreaterThan(5);
      took.sort((a, b) => a - b);
      console.info(`good ones beside ${perSecond} forged a second: ${took.at(-1)?.toFixed(0)} ms at most`);
    },
    size(60_000, 1_800_000),
  );

  it('answers HEAD and OPTIONS without taking them for notifications', async () => {
    const world = handlerWorld();
    await world.session();
    for (const method of ['HEAD', 'OPTIONS']) {
      const response = await deliver(world, callBack(world), { method });
      expect(response.status).toBeLessThan(300);
    }
    expect((await deliver(world, callBack(world), { method: 'DELETE' })).status).toBe(405);
    expect(world.events.filter(({ type }) => type.includes('notification'))).toEqual([]);
  });

  it('T44 refuses more than 64 KiB before reading it', async () => {
    const world = handlerWorld();
    await world.session();
    const response = await deliver(world, callBack(world), { method: 'POST', body: 'x'.repeat(70_000) });
    expect(response.status).toBe(413);
  });
});
