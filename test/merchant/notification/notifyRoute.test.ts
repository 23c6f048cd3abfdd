import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { none } from '../../../src/protocol/gateway/signature.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';
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

const callBack = (harness: HandlerHarness) => harness.gateway.created.at(-1)?.callBackUrl ?? '';
const deliver = async (harness: HandlerHarness, url: string, init: RequestInit) => {
  const response = await harness.handler.fetch(new Request(url, init));
  await harness.drain();
  return response;
};
const paidFields = (harness: HandlerHarness) => ({
  ...[...harness.gateway.ledger.values()].at(-1)?.fields,
  Status: 'Processed',
});

describe('a forged notification', () => {
  it('T1 200 shapes of "Processed" without a signature: nothing is paid, the gateway is asked within its pace', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const url = callBack(harness);
    const fields = paidFields(harness) as Record<string, string>;
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
          await deliver(harness, target, {
            method,
            headers: { 'content-type': type },
            ...(method === 'GET' || text === null ? {} : { body: text }),
          });
          sent++;
        }
      }
    }
    expect(sent).toBeGreaterThanOrEqual(200);
    await harness.handler.sweep();
    expect((await harness.record(id)).status).toBe('open');
    expect(harness.payments).toEqual([]);
    expect(harness.gateway.asked.length).toBeLessThanOrEqual(1);
  });

  it('T1 a wrong signature is refused with 401, changes nothing, and earns a look at most', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const { body, headers } = await harness.gateway.notification({ Status: 'Processed' });
    for (const signature of [
      '',
      'x',
      `${headers.Signature}x`,
      headers.Signature?.slice(1) ?? '',
      'é'.repeat(44),
    ]) {
      let response: Response;
      try {
        response = await deliver(harness, callBack(harness), {
          method: 'POST',
          body,
          headers: { ...headers, Signature: signature },
        });
      } catch {
        continue; // No such header can be sent.
      }
      expect(response.status).toBe(signature === '' ? 200 : 401);
    }
    expect((await harness.record(id)).status).toBe('open');
    expect(await harness.handler.sweep()).toMatchObject({ due: 1 });
    expect((await harness.record(id)).status).toBe('open');
  });

  it('T1 without the session’s secret an unsigned notification is an orphan', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const body = JSON.stringify(paidFields(harness));
    const headers = { 'content-type': 'application/json' };
    for (const path of [`/notify/${id}/${'0'.repeat(32)}`, '/notify', `/notify/${'0'.repeat(32)}/x`]) {
      const response = await harness.fetch(path, { method: 'POST', body, headers });
      expect(response.status).toBe(200);
    }
    await harness.drain();
    expect(await harness.handler.sweep()).toMatchObject({ due: 0 });
    const kept = await harness.store.listNotifications(null, 10);
    expect(kept.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(3);
    expect(harness.gateway.asked).toEqual([]);
  });

  it('T1 fuzz: any body, header and path is answered below 500, and pays nothing', async () => {
    const harness = handlerHarness({ handler: { limits: { orphanNotificationsPerMinute: 1_000_000 } } });
    const id = await harness.session();
    const secret = callBack(harness).split('/').at(-1) ?? '';
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
          const response = await harness.fetch(path, { method: 'POST', body, headers });
          expect(response.status).toBeLessThan(500);
        },
      ),
      { numRuns: Number(process.env.HPP_FUZZ ?? 500) },
    );
    await harness.drain();
    await harness.handler.sweep();
    expect((await harness.record(id)).status).toBe('open');
    expect(harness.payments).toEqual([]);
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
      const harness = handlerHarness();
      const id = await harness.session();
      const response = await harness.notify({ Status: 'Processed', ...change });
      expect(response.status).toBe(200);
      expect((await harness.record(id)).status).toBe('open');
      expect(harness.alerts()).toEqual(['mismatch']);
      await harness.notify({ Status: 'Processed', ...change, AttemptNumber: 2 });
      expect(harness.alerts()).toEqual(['mismatch']);
      expect(harness.payments).toEqual([]);
    });
  }

  it('T2 the status call is held to the same particulars', async () => {
    for (const [, change] of wrong) {
      const harness = handlerHarness({ gateway: { statusFields: ['IsTest'] } });
      const id = await harness.session();
      harness.gateway.set({ Status: 'Processed', ...change });
      harness.advance(200_000);
      await harness.handler.sweep();
      expect((await harness.record(id)).status).not.toBe('completed');
      expect(harness.alerts()).toContain('mismatch');
    }
  });

  it('T3 of a test payment does not pay on a handler that has gone live', async () => {
    const store = memoryStore();
    const trial = handlerHarness({ store: () => store });
    const id = await trial.session();
    const live = handlerHarness({ store: () => store, gateway: { test: false } });
    for (const [unique, transaction] of trial.gateway.ledger) live.gateway.ledger.set(unique, transaction);
    live.gateway.pay();
    await live.notify();
    expect((await live.record(id)).status).toBe('open');
    expect(live.alerts()).toEqual(['orphan_notification']);
    expect(live.payments).toEqual([]);
  });

  it('T26 whose signature collides with another payload’s touches no other order', async () => {
    const harness = handlerHarness();
    const first = await harness.session('A-1');
    const second = await harness.session('a-1');
    const [one, two] = [...harness.gateway.ledger.keys()];
    harness.gateway.pay(one);
    const { body, headers } = await harness.gateway.notification({}, one);
    // The scheme lower-cases: "A-1" and "a-1" share a signature.
    const collided = JSON.stringify({ ...JSON.parse(body), OrderReference: 'a-1' });
    for (const url of harness.gateway.created.map(({ callBackUrl }) => callBackUrl)) {
      await deliver(harness, url, { method: 'POST', body: collided, headers });
    }
    expect((await harness.record(first)).status).toBe('open');
    expect((await harness.record(second)).status).toBe('open');
    expect(two).toBeDefined();
    expect(harness.payments).toEqual([]);
  });

  it('T25 replayed all day: one fulfilment, the gateway is not asked', async () => {
    const harness = handlerHarness();
    await harness.session();
    harness.gateway.pay();
    const { body, headers } = await harness.gateway.notification();
    const url = callBack(harness);
    for (let n = 0; n < REPLAYS; n++) {
      const response = await harness.handler.fetch(new Request(url, { method: 'POST', body, headers }));
      expect(response.status).toBe(200);
      if (n % 100 === 0) {
        harness.advance((DAY * 100) / REPLAYS);
        await harness.drain();
        await harness.handler.sweep();
      }
    }
    await harness.drain();
    expect(harness.payments).toHaveLength(1);
    expect(harness.gateway.asked).toEqual([]);
    const [id] = harness.payments.map(({ sessionId }) => sessionId);
    expect(await harness.store.listNotifications(id ?? '', 10)).toMatchObject([
      { deliveries: REPLAYS, verified: true },
    ]);
    expect((await harness.store.listEvents(id ?? '')).length).toBeLessThan(10);
  });

  it('F36 failure after success is a conflict; success after failure is a late payment', async () => {
    const harness = handlerHarness();
    const paid = await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    await harness.notify({ Status: 'Declined' });
    expect((await harness.record(paid)).status).toBe('completed');
    const late = await harness.session('A-2');
    await harness.notify({ Status: 'Declined' });
    expect((await harness.record(late)).status).toBe('failed');
    harness.gateway.pay();
    await harness.notify();
    expect((await harness.record(late)).status).toBe('completed');
    expect(harness.alerts()).toEqual(['conflict', 'late_payment']);
    expect(harness.payments).toHaveLength(2);
  });

  it('confirmWith "status" never trusts it: the gateway is asked', async () => {
    const gateway = { statusFields: ['CardToken'] };
    const harness = handlerHarness({ gateway, handler: { confirmWith: 'status' } });
    const id = await harness.session();
    await harness.notify({ Status: 'Processed' });
    expect((await harness.record(id)).status).toBe('open');
    expect(harness.gateway.asked).toHaveLength(1);
    harness.gateway.pay();
    harness.advance(5_000);
    await harness.notify({ Status: 'Processed', AttemptNumber: 2 });
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.payments).toMatchObject([{ cardToken: CARD_TOKEN }]);
  });

  it('at one address for all sessions is matched by its references', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.pay();
    const { body, headers } = await harness.gateway.notification();
    expect((await harness.fetch('/notify', { method: 'POST', body, headers })).status).toBe(200);
    await harness.drain();
    expect((await harness.record(id)).status).toBe('completed');
  });

  it('N22 is acknowledged as the profile says; N23 in the profile’s form', async () => {
    for (const encode of ['json', 'form', 'query'] as const) {
      const profile = defineProfile({
        notification: { ackBody: '[accepted]', encode, method: encode === 'query' ? 'GET' : 'PUT' },
      });
      const harness = handlerHarness({ gateway: { profile } });
      const id = await harness.session();
      harness.gateway.pay();
      const { body, headers } = await harness.gateway.notification();
      const url = callBack(harness);
      const response =
        encode === 'query'
          ? await deliver(harness, `${url}?${body}`, { method: 'GET', headers })
          : await deliver(harness, url, { method: 'PUT', body, headers });
      expect([response.status, await response.text()]).toEqual([200, '[accepted]']);
      expect((await harness.record(id)).status).toBe('completed');
    }
  });

  it('of a profile without signatures is a nudge: the gateway is asked', async () => {
    const harness = handlerHarness({ gateway: { profile: defineProfile({ signature: { sign: none() } }) } });
    const id = await harness.session();
    harness.gateway.pay();
    harness.advance(5_000);
    await harness.notify();
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.gateway.asked).toHaveLength(1);
  });
});

describe('what a notification leaves behind', () => {
  it('T12 no card token, no card number, no secret in store, events or log', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.pay();
    const number = '4242424242424242';
    await harness.notify({
      CardNumber: number,
      CvV2: '737',
      UDF: { note: `card ${number}`, token: CARD_TOKEN },
    });
    const notices = await harness.store.listNotifications(id, 10);
    expect(notices).toHaveLength(1);
    const kept = JSON.stringify([
      notices,
      await harness.store.listEvents(id),
      await harness.record(id),
      harness.events,
      harness.logs,
    ]);
    expect(kept).toContain('Processed');
    expect(kept).not.toContain(CARD_TOKEN);
    expect(kept).not.toContain(number);
    // The digits alone stand in many a digest.
    expect(kept).not.toMatch(/(?<![0-9a-f])737(?![0-9a-f])/);
    expect(kept).not.toContain(callBack(harness).split('/').at(-1));
  });
});

describe('a notification and the store', () => {
  const broken = (change: Partial<CheckoutStore>) => ({
    store: (now: () => number) => ({ ...memoryStore({ now }), ...change }),
  });

  it('F42 is answered 503, never 2xx, while the store cannot take it', async () => {
    let down = true;
    const memory = memoryStore();
    const harness = handlerHarness({
      store: () => ({
        ...memory,
        receiveFor: (arrived) => (down ? Promise.reject(new Error('disk full')) : memory.receiveFor(arrived)),
      }),
    });
    const id = await harness.session();
    harness.gateway.pay();
    const refused = await harness.notify();
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect((await harness.record(id)).status).toBe('open');
    down = false;
    expect((await harness.notify()).status).toBe(200);
    expect((await harness.record(id)).status).toBe('completed');
  });

  it('F53 is answered 503 when the write takes longer than the budget', async () => {
    const harness = handlerHarness({
      ...broken({ receiveFor: () => new Promise(() => {}) }),
      timeouts: { storeNotificationMs: 20 },
    });
    await harness.session();
    const response = await harness.notify();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('F53 does not wait for a slow hook', async () => {
    let done: () => void = () => {};
    const harness = handlerHarness({
      handler: {
        onPayment: () =>
          new Promise<void>((resolve) => {
            done = resolve;
          }),
      },
    });
    const id = await harness.session();
    harness.gateway.pay();
    const { body, headers } = await harness.gateway.notification();
    const response = await harness.handler.fetch(
      new Request(callBack(harness), { method: 'POST', body, headers }),
    );
    expect(response.status).toBe(200);
    await new Promise(setImmediate);
    expect(await harness.status(id)).toMatchObject({ status: 'completed' });
    done();
    await harness.drain();
    expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('done');
  });

  it(
    'T47 unknown references fill the store no faster than the limit; known ones pass',
    async () => {
      const perMinute = 10_000;
      const minutes = size(1, 100);
      const harness = handlerHarness({ handler: { ...quiet, limits: { orphanNotificationsPerMinute: 50 } } });
      const id = await harness.session();
      const headers = { 'content-type': 'application/json' };
      const answers = new Map<number, number>();
      for (let n = 0; n < perMinute * minutes; n++) {
        if (n > 0 && n % perMinute === 0) harness.advance(60_000);
        const body = JSON.stringify({ Status: 'Processed', UniqueReference: String(n) });
        const path = `/notify/${'0'.repeat(32)}/x`;
        const { status } = await harness.fetch(path, { method: 'POST', body, headers });
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
      expect(Object.fromEntries(answers)).toEqual({ 200: 50 * minutes, 429: (perMinute - 50) * minutes });
      const kept = await harness.store.listNotifications(null, 1_000_000);
      expect(kept.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(50 * minutes);
      harness.gateway.pay();
      expect((await harness.notify()).status).toBe(200);
      expect((await harness.record(id)).status).toBe('completed');
    },
    size(60_000, 1_800_000),
  );

  it(
    'T46 a flood for one session asks the gateway at its pace, and good notifications pass beside it',
    async () => {
      const perSecond = size(50, 2_000);
      const harness = handlerHarness({ handler: quiet });
      await harness.session('flooded');
      const url = callBack(harness);
      const headers = { 'content-type': 'application/json' };
      const took: number[] = [];
      for (let second = 0; second < 60; second++) {
        const flood = Array.from({ length: perSecond }, (_, n) =>
          harness.handler.fetch(
            new Request(url, { method: 'POST', body: `{"n":${n},"s":${second}}`, headers }),
          ),
        );
        await harness.session(`good-${second}`);
        harness.gateway.pay();
        const begun = performance.now();
        expect((await harness.notify()).status).toBe(200);
        took.push(performance.now() - begun);
        for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
        await harness.drain();
        await harness.handler.sweep();
        harness.advance(1_000);
      }
      expect(harness.payments).toHaveLength(60);
      expect(harness.gateway.asked.length).toBeLessThanOrEqual(16);
      expect(harness.gateway.asked.length).toBeGreaterThan(5);
      // A busy machine slows some of them down; what waits for the flood, or for the gateway, slows down all.
      took.sort((a, b) => a - b);
      expect(took[took.length / 4]).toBeLessThan(200);
    },
    size(60_000, 1_800_000),
  );

  it('answers HEAD and OPTIONS without taking them for notifications', async () => {
    const harness = handlerHarness();
    await harness.session();
    for (const method of ['HEAD', 'OPTIONS']) {
      const response = await deliver(harness, callBack(harness), { method });
      expect(response.status).toBeLessThan(300);
    }
    expect((await deliver(harness, callBack(harness), { method: 'DELETE' })).status).toBe(405);
    expect(harness.events.filter(({ type }) => type.includes('notification'))).toEqual([]);
  });

  it('T44 refuses more than 64 KiB before reading it', async () => {
    const harness = handlerHarness();
    await harness.session();
    const response = await deliver(harness, callBack(harness), { method: 'POST', body: 'x'.repeat(70_000) });
    expect(response.status).toBe(413);
  });
});
