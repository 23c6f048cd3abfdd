import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import type { PaymentEvent } from '../../../src/merchant/observe/events.ts';
import { markReturned } from '../../../src/merchant/return/markReturned.ts';
import type { Change, CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';
import { texts as german } from '../../../src/view/language/returnTexts/de.ts';
import { BASE, type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

/** What is written down of who came back: times, and whether each was sent by the hosted page. */
async function noted(harness: HandlerHarness, id: string) {
  const { returnedAt, sentBackAt } = await harness.record(id);
  const events = (await harness.store.listEvents(id)).filter(({ type }) => type === 'returned');
  return { returnedAt, sentBackAt, byPage: events.map(({ data }) => data.byPage) };
}

const byHand = (harness: HandlerHarness, id: string, proof = '') =>
  harness.get(`/return/${id}/success${proof && `/${proof}`}`);

describe('what is written down of a customer who comes back', () => {
  it('by the hosted page: when, and that it sent them', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const now = harness.now();
    await harness.comeBack(id);
    expect(await noted(harness, id)).toEqual({ returnedAt: now, sentBackAt: now, byPage: [true] });
    expect(harness.events.filter(({ type }) => type === 'returned')).toMatchObject([
      { sessionId: id, data: { byPage: true } },
    ]);
  });

  it.each(['', 'x', '0'.repeat(32)])(
    'T61 by hand, with the proof "%s": when, and that nobody sent them',
    async (proof) => {
      const harness = handlerHarness();
      const id = await harness.session();
      const now = harness.now();
      await byHand(harness, id, proof);
      expect(await noted(harness, id)).toEqual({ returnedAt: now, sentBackAt: null, byPage: [false] });
    },
  );

  it('by hand and then by the page: each once, at its own time', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const first = harness.now();
    await byHand(harness, id);
    await byHand(harness, id);
    await harness.drain();
    harness.advance(60_000);
    const second = harness.now();
    await harness.comeBack(id);
    await harness.drain();
    harness.advance(60_000);
    await harness.comeBack(id);
    await byHand(harness, id);
    expect(await noted(harness, id)).toEqual({
      returnedAt: first,
      sentBackAt: second,
      byPage: [false, true],
    });
  });

  it.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'Prerender'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('nothing for whoever fetches ahead (%s: %s), and the gateway is not asked', async (header, purpose) => {
    const harness = handlerHarness();
    const id = await harness.session();
    expect((await harness.comeBack(id, { [header]: purpose })).status).toBe(200);
    await harness.drain();
    expect(await noted(harness, id)).toEqual({ returnedAt: null, sentBackAt: null, byPage: [] });
    expect(harness.gateway.asked).toEqual([]);
  });

  it.each([
    ['Processed', 'completed', 0],
    ['Declined', 'failed', 1],
  ])(
    'nothing of a payment that is known to be %s; the gateway is asked where it may change',
    async (says, status, asked) => {
      const harness = handlerHarness();
      const id = await harness.session();
      harness.gateway.set({ Status: says });
      await harness.notify();
      expect((await harness.record(id)).status).toBe(status);
      const before = harness.gateway.asked.length;
      await harness.comeBack(id);
      await harness.drain();
      expect(await noted(harness, id)).toEqual({ returnedAt: null, sentBackAt: null, byPage: [] });
      expect(harness.gateway.asked.length - before).toBe(asked);
    },
  );

  it('nothing is looked up for what cannot be a session', async () => {
    const asked: string[] = [];
    const harness = handlerHarness({
      wrap: (store) => ({
        ...store,
        getSession: (id) => {
          asked.push(id);
          return store.getSession(id);
        },
      }),
    });
    for (const id of ['x', '0'.repeat(31), 'g'.repeat(32), 'A'.repeat(32)])
      expect((await byHand(harness, id)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe('a return that others write at the same time', () => {
  const record = sessionRecord({ status: 'open', returnedAt: null, sentBackAt: null });

  /** A store in which a change is refused so often, by a writer that counts a version up each time. */
  function busy(refusals: number, after: 'there' | 'gone' = 'there') {
    const tries: Change[] = [];
    const emitted: PaymentEvent['type'][] = [];
    const store = {
      ...memoryStore({ now: () => 5 }),
      async change(change: Change) {
        tries.push(change);
        return tries.length > refusals ? 'done' : 'stale';
      },
      async getSession() {
        if (after === 'gone') return null;
        return { value: { ...record, checks: tries.length }, version: 1 + tries.length };
      },
    } as unknown as CheckoutStore;
    const context = {
      store,
      clock: async () => 5,
      emit: (events: readonly { type: string }[]) =>
        void emitted.push(...events.map(({ type }) => type as PaymentEvent['type'])),
    };
    const mark = () => markReturned(context as never, { value: record, version: 1 }, true);
    return { mark, tries, emitted };
  }

  it('is written upon what they wrote, and told once', async () => {
    const { mark, tries, emitted } = busy(2);
    expect(await mark()).toMatchObject({ checks: 2, returnedAt: 5, sentBackAt: 5 });
    expect(tries.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(emitted).toEqual(['returned']);
  });

  it('is given up after ten tries, with what is known', async () => {
    const { mark, tries, emitted } = busy(Number.POSITIVE_INFINITY);
    expect(await mark()).toMatchObject({ checks: 10, returnedAt: null });
    expect(tries).toHaveLength(10);
    expect(emitted).toEqual([]);
  });

  it('and removed: with what was read', async () => {
    const { mark, tries } = busy(1, 'gone');
    expect(await mark()).toBe(record);
    expect(tries).toHaveLength(1);
  });
});

describe('what the shop reads in its log', () => {
  const logging = () => {
    const errors: [fields: Record<string, unknown>, message: string][] = [];
    const nobody = () => {};
    const error = (fields: object, message: string) => void errors.push([{ ...fields }, message]);
    return { errors, logger: { debug: nobody, info: nobody, warn: nobody, error } };
  };

  it('F42 of a return that could not be written down', async () => {
    let isDown = false;
    const { errors, logger } = logging();
    const harness = handlerHarness({
      handler: { logger, pendingUrl: 'https://shop.example/pending' },
      wrap: (store) => ({
        ...store,
        getSession: (id) => (isDown ? Promise.reject(new Error('gone')) : store.getSession(id)),
      }),
    });
    const id = await harness.session();
    isDown = true;
    const response = await byHand(harness, id);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('href="https://shop.example/pending"');
    expect(errors).toEqual([
      [
        expect.objectContaining({ sessionId: id, err: { name: 'Error', message: 'gone' } }),
        'A return could not be recorded',
      ],
    ]);
  });

  it.each([
    [null, 'answered with null'],
    ['', 'answered with an empty text'],
    [undefined, 'answered with undefined'],
    [7, 'answered with number'],
    [{ href: 'https://shop.example' }, 'answered with object'],
    [new Promise(() => {}), 'limits.answerTimeoutMs'],
  ])('of a continueUrl that answers %j', async (answer, why) => {
    const { errors, logger } = logging();
    const harness = handlerHarness({
      handler: { logger, limits: { answerTimeoutMs: 50 }, continueUrl: () => answer as never },
    });
    const id = await harness.session();
    const response = await byHand(harness, id);
    expect(await response.text()).not.toContain('<p class="on">');
    expect(errors).toEqual([
      [
        { sessionId: id, err: expect.objectContaining({ message: expect.stringContaining(why) }) },
        'continueUrl gave no address; the return page goes without',
      ],
    ]);
  });

  it('nothing of a URL, nor of an address for an order where there is none', async () => {
    const { errors, logger } = logging();
    const asked: unknown[] = [];
    const harness = handlerHarness({
      handler: {
        logger,
        successUrl: 'https://shop.example/thanks/{ORDER_REFERENCE}',
        continueUrl: (names) => {
          asked.push(names);
          return new URL(`https://shop.example/basket?order=${names.orderReference}`) as never;
        },
      },
    });
    const id = await harness.session();
    const html = await (await byHand(harness, id)).text();
    expect(html).toContain('href="https://shop.example/basket?order=A-1"');
    expect(asked).toEqual([{ sessionId: id, orderReference: 'A-1' }]);
    const unknown = await (await byHand(harness, '0'.repeat(32))).text();
    expect(unknown).not.toContain('https://shop.example');
    expect(unknown).not.toContain('class="test"');
    expect(asked).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});

describe('the page that a customer comes back to', () => {
  const ADDRESSES = {
    successUrl: 'https://shop.example/success',
    failureUrl: 'https://shop.example/failure',
    pendingUrl: 'https://shop.example/pending',
    continueUrl: 'https://shop.example/basket',
  };
  const SHOP = 'https://shop.example https://www.shop.example';
  const SWITCHED = ['confirming', 'completed', 'failed', 'expired', 'slow', 'pending'];
  const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found);
  const seen = async (response: Response) => {
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    return {
      status: response.status,
      framedBy: /frame-ancestors (.*?); require/.exec(policy)?.[1],
      state: all(html, /<body data-state="(\w+)"/g)[0],
      texts: all(html, /data-when="(\w+)"/g),
      shown: all(html, /data-when="(\w+)">/g),
      comesAgain: html.includes('http-equiv="refresh"'),
      link: all(html, /<p class="on"><a href="([^"]*)"/g)[0],
      isTest: html.includes('<p class="test">'),
      asks: all(html, /"statusUrl":"([^"]*)"/g)[0],
    };
  };

  it.each([
    ['PENDING', 'confirming', true, 'pending'],
    ['Processed', 'completed', false, 'success'],
    ['Declined', 'failed', false, 'failure'],
    ['Expired', 'expired', false, 'failure'],
  ])('says of a payment that is %s: %s', async (says, state, comesAgain, link) => {
    const harness = handlerHarness({ handler: ADDRESSES });
    const id = await harness.session();
    harness.gateway.set({ Status: says });
    if (says !== 'PENDING') await harness.notify();
    expect(await seen(await byHand(harness, id))).toEqual({
      status: 200,
      framedBy: `${SHOP} https://pay.example`,
      state,
      texts: SWITCHED,
      shown: [state],
      comesAgain,
      link: `https://shop.example/${link}`,
      isTest: true,
      asks: `${BASE}/session/${id}`,
    });
  });

  it('says of one that nobody knows, or nobody can look up, what is so', async () => {
    let isDown = false;
    const harness = handlerHarness({
      handler: ADDRESSES,
      wrap: (store) => ({
        ...store,
        getSession: (id) => (isDown ? Promise.reject(new Error('gone')) : store.getSession(id)),
      }),
    });
    const id = '0'.repeat(32);
    expect(await seen(await byHand(harness, id))).toEqual({
      status: 404,
      framedBy: SHOP,
      state: 'unknown',
      texts: ['unknown'],
      shown: ['unknown'],
      comesAgain: false,
      link: 'https://shop.example/basket',
      isTest: false,
      asks: undefined,
    });
    isDown = true;
    expect(await seen(await byHand(harness, id))).toEqual({
      status: 503,
      framedBy: SHOP,
      state: 'slow',
      texts: SWITCHED,
      shown: ['slow'],
      comesAgain: true,
      link: 'https://shop.example/pending',
      isTest: false,
      asks: `${BASE}/session/${id}`,
    });
  });

  it('is whole where the session’s events are gone', async () => {
    const harness = handlerHarness({ wrap: (store) => ({ ...store, listEvents: async () => [] }) });
    const id = await harness.session();
    expect(await seen(await byHand(harness, id))).toMatchObject({
      status: 200,
      framedBy: SHOP,
      state: 'confirming',
    });
  });

  it('leads to the pending address where the money comes later', async () => {
    const harness = handlerHarness({ handler: ADDRESSES });
    const id = await harness.session();
    await harness.comeBack(id);
    await harness.drain();
    harness.advance(5_000);
    await harness.status(id);
    await harness.drain();
    expect(await seen(await byHand(harness, id))).toMatchObject({
      state: 'pending',
      shown: ['pending'],
      comesAgain: false,
      link: 'https://shop.example/pending',
    });
  });

  it('has a mark for each state, the version, and the texts of its language', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    const html = await (await harness.get(`/return/${id}/success`, { 'accept-language': 'de' })).text();
    const marks = all(html, /<svg class="mark"[^>]*>(.*?)<\/svg>/g);
    expect(marks).toHaveLength(SWITCHED.length);
    for (const mark of marks) expect(mark).toMatch(/^<circle cx="28" cy="28" r="24".*<path /);
    // What waits has one of its own, and so have good and bad ends; the others show a clock.
    expect(new Set(marks).size).toBe(4);
    expect(html).toContain(`data-hpp-checkout-return="${version}"`);
    expect(html).toContain(`<title>${german.title}</title>`);
    for (const state of SWITCHED) expect(html).toContain(german[state as 'slow'].title);
  });
});
