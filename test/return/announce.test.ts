import { expect, it } from 'vitest';
import { ackMessage, returnedMessage } from '../../src/protocol/page/frameMessage.ts';
import { announceReturn } from '../../src/return/announce.ts';
import { settle } from '../support/fakeClock.ts';
import { FakeWindow } from '../support/fakeWindow.ts';

const SHOP = 'https://shop.example';
const SECOND = 'https://shop.example:8443';
const session = 'a'.repeat(32);

function nested() {
  const shop = new FakeWindow();
  const hosted = new FakeWindow(shop.clock, shop);
  const page = new FakeWindow(shop.clock, hosted);
  const announce = (merchantOrigins = [SHOP, SECOND]) =>
    announceReturn({ session, merchantOrigins, hint: 'success', window: page.asWindow });
  return { shop, hosted, page, announce };
}

it('tells every ancestor and the opener, each with every exact origin and never with *', async () => {
  const { shop, hosted, page, announce } = nested();
  page.opener = new FakeWindow(page.clock);
  void announce();
  await page.clock.advance(0);
  for (const listener of [shop, hosted, page.opener]) {
    expect(listener.posted).toEqual([
      { data: returnedMessage(session, 'success'), origin: SHOP },
      { data: returnedMessage(session, 'success'), origin: SECOND },
    ]);
  }
});

it('repeats at 0, 250, 500, 1000 and 2000 ms and then gives up', async () => {
  const { shop, page, announce } = nested();
  const heard = announce([SHOP]);
  const counts: number[] = [];
  for (const step of [0, 250, 250, 500, 1000]) {
    await page.clock.advance(step);
    counts.push(shop.posted.length);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5]);
  await page.clock.advance(500);
  expect(await heard).toBe(false);
  expect(page.clock.pending).toBe(0);
  expect(page.listenerCount).toBe(0);
});

it('stops at the first answer and leaves no timer and no listener', async () => {
  const { shop, page, announce } = nested();
  const heard = announce([SHOP]);
  await page.clock.advance(250);
  page.message(ackMessage(session), SHOP, shop);
  expect(await heard).toBe(true);
  await page.clock.advance(5000);
  expect(shop.posted).toHaveLength(2);
  expect(page.clock.pending).toBe(0);
  expect(page.listenerCount).toBe(0);
});

it.each([
  [
    'another origin',
    (p: FakeWindow, s: FakeWindow) => p.message(ackMessage(session), 'https://evil.example', s),
  ],
  ['another session', (p: FakeWindow, s: FakeWindow) => p.message(ackMessage('b'.repeat(32)), SHOP, s)],
  ['a script of the page', (p: FakeWindow, s: FakeWindow) => p.message(ackMessage(session), SHOP, s, false)],
  ['its own kind', (p: FakeWindow, s: FakeWindow) => p.message(returnedMessage(session, 'success'), SHOP, s)],
  ['nothing', (p: FakeWindow, s: FakeWindow) => p.message(null, SHOP, s)],
])('does not take an answer from %s', async (_name, send) => {
  const { shop, page, announce } = nested();
  let heard: boolean | undefined;
  void announce([SHOP]).then((answer) => {
    heard = answer;
  });
  send(page, shop);
  await settle();
  expect(heard).toBeUndefined();
  await page.clock.advance(2500);
  expect(heard).toBe(false);
});

it('answers false at once for a page with no window above it and no opener', async () => {
  const page = new FakeWindow();
  expect(await announceReturn({ session, merchantOrigins: [SHOP], window: page.asWindow })).toBe(false);
  expect(page.clock.pending).toBe(0);
});

it.each(['*', 'https://shop.example/', 'https://shop.example/pay', 'shop.example', 'null', ''])(
  'refuses the origin %o',
  (origin) => {
    const { page } = nested();
    expect(() => announceReturn({ session, merchantOrigins: [origin], window: page.asWindow })).toThrow(
      /exact origin/,
    );
  },
);
