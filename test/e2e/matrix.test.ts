import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import type { Mishap } from '../support/cells/mishap.ts';
import { meet } from '../support/cells/mishaps.ts';
import { setScene } from '../support/cells/scene.ts';
import { LIFE_MS, type State } from '../support/cells/state.ts';
import { reach } from '../support/cells/states.ts';
import { type Step, take } from '../support/cells/steps.ts';
import { checkoutPage } from '../support/checkoutPage.ts';
import { type Engine, engines, launch } from '../support/engines.ts';
import { createHarness } from '../support/harness.ts';
import { size } from '../support/size.ts';

/*
 * Everything that can happen to a customer, in every state of the dialog. A row is a state; a cell says
 * what the customer does after it, by hand, and what the shop's page has been told in the end. After every cell the order
 * has been paid as often as the cell says: once or not at all.
 */

/** What follows, and what the page was told: after a reload, by the new page. `paid`: the order is paid in the end. */
type Cell = [then: Step[], told: string, paid?: 'paid'];

const PAID = 'complete close';
const CELLS: Record<State, Record<Mishap, Cell>> = {
  creating: {
    reload: [['pay', 'card'], PAID, 'paid'],
    cut: [['Try again', 'card'], `close ${PAID}`, 'paid'],
    close: [[], 'close'],
    back: [[], 'close'],
    offline: [['Try again', 'card'], `close ${PAID}`, 'paid'],
    freeze: [['answer', 'card'], PAID, 'paid'],
    crash: [['answer', 'Try again', 'card'], `close ${PAID}`, 'paid'],
  },
  loading: {
    reload: [['pay', 'card'], `close ${PAID}`, 'paid'],
    cut: [['Close', 'pay', 'card'], `close ${PAID}`, 'paid'],
    close: [[], 'close'],
    back: [[], 'close'],
    offline: [['answer', 'card'], PAID, 'paid'],
    freeze: [['answer', 'card'], PAID, 'paid'],
    crash: [['answer', 'card'], PAID, 'paid'],
  },
  paying: {
    reload: [['pay', 'card'], `close ${PAID}`, 'paid'],
    cut: [['card'], PAID, 'paid'],
    close: [[], 'close'],
    back: [[], 'close'],
    offline: [['card'], PAID, 'paid'],
    freeze: [['card'], PAID, 'paid'],
    crash: [['card'], PAID, 'paid'],
  },
  expiring: {
    reload: [['pay', 'card'], `close ${PAID}`, 'paid'],
    cut: [['card'], PAID, 'paid'],
    close: [[], 'close'],
    back: [[], 'close'],
    offline: [['card'], PAID, 'paid'],
    freeze: [['card'], PAID, 'paid'],
    crash: [['card'], PAID, 'paid'],
  },
  expired: {
    reload: [['pay', 'card'], `expired close ${PAID}`, 'paid'],
    cut: [['Start again', 'card'], PAID, 'paid'],
    close: [[], 'expired close'],
    back: [[], 'expired close'],
    offline: [['Start again', 'card'], PAID, 'paid'],
    freeze: [['Start again', 'card'], PAID, 'paid'],
    crash: [['Start again', 'card'], PAID, 'paid'],
  },
  confirming: {
    reload: [['answer'], PAID, 'paid'],
    cut: [['answer'], PAID, 'paid'],
    close: [['Leave', 'Close'], 'pending close', 'paid'],
    back: [['Leave', 'Close'], 'pending close', 'paid'],
    offline: [['answer'], PAID, 'paid'],
    freeze: [['answer'], PAID, 'paid'],
    crash: [['answer'], PAID, 'paid'],
  },
  pending: {
    reload: [['answer', 'pay'], PAID, 'paid'],
    cut: [['Close'], 'pending close', 'paid'],
    close: [['answer', 'pay'], `pending close ${PAID}`, 'paid'],
    back: [['answer', 'pay'], `pending close ${PAID}`, 'paid'],
    offline: [['Close'], 'pending close', 'paid'],
    freeze: [['Close'], 'pending close', 'paid'],
    crash: [['Close'], 'pending close', 'paid'],
  },
  failed: {
    reload: [['pay', 'card'], PAID, 'paid'],
    cut: [['Try again', 'card'], `fail close ${PAID}`, 'paid'],
    close: [[], 'fail close'],
    back: [[], 'fail close'],
    offline: [['Try again', 'card'], `fail close ${PAID}`, 'paid'],
    freeze: [['Try again', 'card'], `fail close ${PAID}`, 'paid'],
    crash: [['Try again', 'card'], `fail close ${PAID}`, 'paid'],
  },
};

type Where = [state: State, mishap: Mishap];
const STATES = Object.keys(CELLS) as State[];
const MISHAPS = Object.keys(CELLS.creating) as Mishap[];
const ALL = STATES.flatMap((state) => MISHAPS.map((mishap): Where => [state, mishap]));
/** One of each state, and by that at least one of each mishap. */
const DIAGONAL = STATES.map((state, at): Where => [state, MISHAPS[at % MISHAPS.length] as Mishap]);
/** The number of what happens, where it has one (test/fault/FAULTS.md). */
const FAULT: Partial<Record<Mishap, string>> = {
  reload: 'F23 ',
  close: 'F24 ',
  freeze: 'F26 ',
  offline: 'F28 ',
};
/** That nothing arrives is noticed by waiting for it. */
const QUICK = ALL.filter(([, mishap]) => mishap !== 'cut');

/** Both engines are led through all of it by `npm run test:cells`. */
const cellsOf = (engine: Engine) => size(engine === 'chromium' ? QUICK : DIAGONAL, ALL);

describe.each(engines)('every state in %s', (engine) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch(engine);
  });
  afterAll(() => browser.close());

  for (const [state, mishap] of cellsOf(engine)) {
    const [then, told, paid] = CELLS[state][mishap];
    it(`${FAULT[mishap] ?? ''}${state} × ${mishap}: ${[...then, told].join(', ')}`, async () => {
      const lifetimeMs = LIFE_MS[state];
      const harness = await createHarness({
        page: checkoutPage,
        timeouts: { reusablePageMs: 1_000 },
        ...(lifetimeMs === undefined ? {} : { profile: defineProfile({ redirect: { lifetimeMs } }) }),
      });
      onTestFinished(() => harness.close());
      const scene = await setScene(harness, browser, state, mishap);
      await reach[state](scene);
      await meet[mishap](scene);
      for (const step of then) await take(step, scene);
      await expect.poll(scene.told).toEqual(told.split(' '));
      await expect.poll(() => harness.payments.length).toBe(paid ? 1 : 0);
      // A way on: the button is there to be pressed.
      const button = scene.page.locator('#pay button, button#pay').first();
      await expect.poll(() => button.getAttribute('aria-busy')).not.toBe('true');
    });
  }
});
