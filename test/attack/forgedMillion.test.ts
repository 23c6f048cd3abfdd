import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { sessionOf } from '../support/widgetHarness.ts';
import { watchShop } from '../support/widgetVisit.ts';
import { countQuestions } from './forge.ts';

/** How many messages in all: `npm run test:soak` sends a million in each engine. */
const COUNT = Number(process.env.FORGED ?? 20_000);
const SENDERS = 4;

interface Order {
  to: 'parent' | 'top' | 'shop';
  session: string;
  count: number;
  seed: number;
}

/**
 * Posts `count` messages, each made of genuine and of hostile parts, and counts what came back. Runs in the sender's page;
 * a few hundred at a time, so that the receiver's queue stays short.
 */
async function forge({ to, session, count, seed }: Order): Promise<number> {
  let heard = 0;
  addEventListener('message', () => heard++);
  let state = seed;
  // Mulberry32: the same messages in every run.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const odd = () =>
    one<unknown>([null, undefined, 0, 1, -1, '', 'x', [], {}, true, Number.NaN, '__proto__', 'constructor']);
  const words = ['returned', 'ack', 'completed', 'paid', 'close', 'failed', 'expired', 'status', 'RETURNED'];
  const field = (genuine: unknown, others: readonly unknown[]) =>
    random() < 0.7 ? genuine : random() < 0.5 ? one(others) : odd();
  const make = (): unknown => {
    if (random() < 0.05) return odd();
    const message: Record<string, unknown> = {
      ns: field('hpp-checkout', ['HPP-CHECKOUT', 'hpp', 'hpp-checkout ']),
      v: field(1, [0, 2, '1']),
      type: field('returned', words),
      session: field(session, ['0'.repeat(32), session.toUpperCase(), `${session}0`]),
      hint: field('success', ['failure', 'unknown', 'paid']),
    };
    if (random() < 0.3)
      message[one(['status', 'outcome', 'paid', 'orderReference'])] = one<unknown>([
        'completed',
        'paid',
        true,
      ]);
    return random() < 0.05 ? JSON.stringify(message) : message;
  };
  const target = (window as never as Record<string, Window>)[to] as Window;
  for (let sent = 0; sent < count; ) {
    for (let batch = 0; batch < 500 && sent < count; batch++, sent++) target.postMessage(make(), '*');
    await new Promise((resolve) => setTimeout(resolve));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  return heard;
}

describe.each(engines)('forged messages, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);

  it(
    `T7 ${COUNT} forged messages, from an opener, a frame beside, the hosted page and the shop's own frame: not one is believed`,
    async () => {
      // A million take more than a minute.
      harness.settings.expiresInMs = 3_600_000;
      harness.settings.pages['evil/opener'] =
        `<!doctype html><title>Evil</title><button onclick="shop = window.open('${harness.shop}/')">Cheap shoes</button>`;
      harness.settings.pages['evil/beside'] = '<!doctype html><title>Evil</title>';
      harness.settings.pages['shop/beside'] = '<!doctype html><title>Beside</title>';
      harness.settings.body += `<iframe src="${harness.evil}/beside"></iframe><iframe src="/beside"></iframe>`;
      const { page: opener } = await visitShop();
      await opener.goto(`${harness.evil}/opener`);
      const popup = opener.context().waitForEvent('page');
      await opener.click('button');
      const visit = watchShop(await popup, harness);
      await visit.page.click('#pay');
      await visit.hosted().locator('#card').waitFor();
      await expect.poll(visit.seen).toContainEqual(['load', null]);

      const frameOf = (url: string) => visit.page.frames().find((frame) => frame.url() === url) as Frame;
      const session = sessionOf(1);
      const count = COUNT / SENDERS;
      const heap = await heapOf(engine, visit.page);
      const expectQuestions = countQuestions(harness);
      const answers = await Promise.all([
        opener.evaluate(forge, { to: 'shop', session, count, seed: 1 } as Order),
        frameOf(`${harness.evil}/beside`).evaluate(forge, { to: 'parent', session, count, seed: 2 } as Order),
        (await visit.hostedFrame()).evaluate(forge, { to: 'parent', session, count, seed: 3 } as Order),
        frameOf(`${harness.shop}/beside`).evaluate(forge, { to: 'parent', session, count, seed: 4 } as Order),
      ]);
      // Everything that was sent has been through the queue when a message of our own has.
      await visit.page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            addEventListener('message', (event) => event.data === 'last' && resolve());
            postMessage('last', '*');
          }),
      );
      expect(answers).toEqual([0, 0, 0, 0]);
      // A page that is kept busy that long may hear of its server too late, and says so.
      const told = async () => (await visit.outcomes()).filter(([, what]) => what !== 'status_failed');
      expect(await told()).toEqual([]);
      expect(await visit.notice().count()).toBe(0);
      expect(visit.crashes).toEqual([]);
      expectQuestions(2, 3500);
      expect((await heapOf(engine, visit.page)) - heap).toBeLessThan(5_000_000);
      harness.settings.status = { status: 'completed' };
      // A poll may tell it first, and the page goes before it is pressed.
      await visit
        .hosted()
        .locator('#pay')
        .click({ timeout: 5_000 })
        .catch(() => {});
      await expect.poll(told).toEqual([
        ['complete', 'completed'],
        ['close', 'completed'],
      ]);
    },
    Math.max(60_000, COUNT),
  );
});

/** Bytes on the page's heap after a collection; only Chromium tells. */
async function heapOf(engine: string, page: Page): Promise<number> {
  if (engine !== 'chromium') return 0;
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
