import { describe, expect, it } from 'vitest';
import { engines, oneEngine } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { sessionOf } from '../support/widgetHarness.ts';
import {
  acksOf,
  countQuestions,
  expectPayable,
  expectUnmoved,
  frameOfReturnPage,
  genuine,
  post,
} from './forge.ts';

/** What each call of the widget's own listener took of the page's time. */
interface Heard {
  ms: number[];
}

/** Runs before the shop's scripts: every `message` listener is timed. */
const timeListeners = () => {
  const heard: Heard = { ms: [] };
  (window as never as { heard: Heard }).heard = heard;
  const add = window.addEventListener;
  window.addEventListener = function (this: Window, type: string, listener: never, options: never) {
    const run = listener as (event: Event) => void;
    if (type !== 'message') return add.call(this, type, run, options);
    add.call(
      this,
      type,
      (event: Event) => {
        // What the browser unpacks at the first look is no work of the widget's.
        void (event as MessageEvent).data;
        const start = performance.now();
        run(event);
        heard.ms.push(performance.now() - start);
      },
      options,
    );
  } as never;
};

const mean = (list: readonly number[]) => list.reduce((sum, ms) => sum + ms, 0) / list.length;

/** Mean of each hundred calls, and of those the one in the middle: a busy machine stretches some hundreds, a defect all. */
function usualMs({ ms }: Heard): number {
  const means = Array.from({ length: Math.floor(ms.length / 100) }, (_, at) =>
    mean(ms.slice(at * 100, at * 100 + 100)),
  );
  return means.sort((a, b) => a - b)[means.length >> 1] ?? 0;
}

describe.each(engines)('messages that say the wrong thing, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);

  it('T21 values that reach for the prototype, or are no plain objects, are dropped quickly and touch nothing', async () => {
    const visit = await visitShop();
    await visit.page.addInitScript(timeListeners);
    await visit.loaded();
    const frame = await frameOfReturnPage(visit, harness);
    const asked = harness.statusCount;
    await post(frame, 'top', []);
    const sent = await frame.evaluate(
      (message) => {
        const own = JSON.parse(
          `{"__proto__":{"paid":true,"type":"returned"},"constructor":{"prototype":{"paid":true}}}`,
        );
        const nested = (depth: number) => {
          let value: unknown = message;
          for (let count = 0; count < depth; count++) value = [value];
          return value;
        };
        const cyclic: Record<string, unknown> = { ...message, session: 'no such session' };
        cyclic.self = cyclic;
        const { session: _, ...sessionless } = message;
        const values: unknown[] = [
          null,
          undefined,
          0,
          Number.NaN,
          10n,
          '',
          'x'.repeat(50_000_000),
          JSON.stringify(message),
          true,
          [],
          [message],
          new Map(Object.entries(message)),
          new Set([message]),
          new Date(),
          /hpp-checkout/,
          new Error('hpp-checkout'),
          new Uint8Array(1_000_000),
          new ArrayBuffer(8),
          new Blob(['hpp-checkout']),
          own,
          { ...sessionless, ...own },
          Object.assign(Object.create(message), { ns: 'hpp-checkout' }),
          { ...message, ns: ['hpp-checkout'] },
          { ...message, type: ['returned'] },
          { ...message, type: { toString: 'returned' } },
          { ...message, session: [message.session] },
          { ...message, session: { length: 32 } },
          { ...message, session: `${message.session}\n` },
          { ...message, session: 'x'.repeat(1_000_000) },
          cyclic,
          nested(3000),
          nested(200_000),
        ];
        let posted = 0;
        for (const value of values) {
          try {
            (window.top as Window).postMessage(value, '*');
            posted++;
          } catch {
            // This engine does not send it.
          }
        }
        return posted;
      },
      genuine(sessionOf(1)),
    );
    await expect
      .poll(() => visit.page.evaluate(() => (window as never as { heard: Heard }).heard.ms.length))
      .toBeGreaterThanOrEqual(sent);
    const after = await visit.page.evaluate(() => ({
      paid: ({} as { paid?: boolean }).paid,
      heard: (window as never as { heard: Heard }).heard,
    }));
    expect(after.paid).toBeUndefined();
    expect(mean(after.heard.ms)).toBeLessThan(5);
    expect(await acksOf(frame)).toBe(0);
    await expectUnmoved(visit, harness, asked + 1);
    await post(frame, 'top', [genuine(sessionOf(1))]);
    await expect.poll(() => acksOf(frame)).toBe(1);
  });

  it('T22 a flood from the hosted page and from a frame beside it costs next to nothing and asks the server nothing', async () => {
    harness.settings.pages['evil/flood'] = '<!doctype html><title>Flood</title>';
    harness.settings.body += `<iframe id="evil" src="${harness.evil}/flood"></iframe>`;
    const visit = await visitShop();
    await visit.page.addInitScript(timeListeners);
    await visit.loaded();
    const expectQuestions = countQuestions(harness);
    const evil = visit.page.frames().find((frame) => frame.url().startsWith(harness.evil));
    for (const from of [await visit.hostedFrame(), evil]) {
      await from?.evaluate(
        async (message) => {
          // 200 every 10 ms: 20,000 a second.
          for (let turn = 0; turn < 100; turn++) {
            for (let count = 0; count < 200; count++) parent.postMessage(message, '*');
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
        },
        genuine(sessionOf(1)),
      );
    }
    const heard = () => visit.page.evaluate(() => (window as never as { heard: Heard }).heard);
    await expect
      .poll(() => visit.page.evaluate(() => (window as never as { heard: Heard }).heard.ms.length))
      .toBeGreaterThanOrEqual(40_000);
    expect(usualMs(await heard())).toBeLessThan(0.05);
    // The slow poll, which goes on beside it.
    expectQuestions(1, 3500);
    // On a busy machine its answer may be read too late, which is told and asked again.
    expect((await visit.outcomes()).filter(([, detail]) => detail !== 'status_failed')).toEqual([]);
    expect(await visit.notice().count()).toBe(0);
  });

  it('T22 genuine messages by the thousand lead to one question a second at most', async () => {
    const visit = await visitShop();
    await visit.loaded();
    const frame = await frameOfReturnPage(visit, harness);
    const expectQuestions = countQuestions(harness);
    for (let turn = 0; turn < 10; turn++) await post(frame, 'top', Array(500).fill(genuine(sessionOf(1))));
    await expect.poll(() => acksOf(frame)).toBe(5000);
    await visit.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    expectQuestions(2, 1000);
    expect(await visit.outcomes()).toEqual([]);
  });

  oneEngine(engine)(
    'T23 no message ends a payment: not "failed", not "close", not those of other checkouts',
    async () => {
      const visit = await visitShop();
      await visit.loaded();
      const frame = await visit.hostedFrame();
      const asked = harness.statusCount;
      const words = [
        'failed',
        'fail',
        'close',
        'closed',
        'cancel',
        'canceled',
        'expired',
        'error',
        'success',
      ];
      const hostile = words.flatMap((word) => [
        { ...genuine(sessionOf(1)), type: word, hint: 'failure' },
        { type: word },
        { event: word, event_type: `checkout.${word}` },
        JSON.stringify({ type: word }),
        word,
      ]);
      await post(frame, 'parent', hostile);
      await post(visit.page, 'top', hostile);
      await expectUnmoved(visit, harness, asked + 1);
      expect(await acksOf(frame)).toBe(0);
      await expectPayable(visit, harness);
    },
  );

  oneEngine(engine)(
    'T23 "failed" from the return page itself is a hint: the server says paid, so it is',
    async () => {
      const visit = await visitShop();
      await visit.loaded();
      harness.settings.status = { status: 'completed' };
      await visit.hosted().locator('#decline').click();
      await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
    },
  );

  oneEngine(engine)(
    'T50 every version of the message makes the widget poll like any other: 0, 2, none, text, null',
    async () => {
      const visit = await visitShop();
      await visit.loaded();
      const frame = await frameOfReturnPage(visit, harness);
      const versions = [0, 2, undefined, '1', null, Number.MAX_VALUE];
      for (const [at, v] of versions.entries()) {
        await post(frame, 'top', [{ ...genuine(sessionOf(1)), v, hint: 'something new', more: 'of it' }]);
        await expect.poll(() => acksOf(frame)).toBe(at + 1);
      }
      expect(visit.crashes).toEqual([]);
      harness.settings.status = { status: 'completed' };
      await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
    },
  );
});
