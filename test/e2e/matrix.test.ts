import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkoutPage } from '../support/checkoutPage.ts';
import { type Engine, engines, launch } from '../support/engines.ts';
import { createHarness } from '../support/harness.ts';
import type { Fault } from '../support/matrix/fault.ts';
import { openFixture } from '../support/matrix/fixture.ts';
import { injectFault } from '../support/matrix/injectFault.ts';
import { reachState } from '../support/matrix/reachState.ts';
import { LIFE_MS, type State } from '../support/matrix/state.ts';
import { type Step, takeStep } from '../support/matrix/takeStep.ts';
import { shortLivedPages } from '../support/shortLivedPages.ts';
import { size } from '../support/size.ts';

/*
 * Everything that can happen to a customer, in every state of the dialog. A row is a state; a case says
 * what the customer does after it, by hand, and what the shop's page has been told in the end. After every case the order
 * has been paid as often as the case says: once or not at all.
 */

/** What follows, and what the page was told: after a reload, by the new page. `paid`: the order is paid in the end. */
type Case = [then: Step[], told: string, paid?: 'paid'];

const PAID = 'complete close';
const MATRIX: Record<State, Record<Fault, Case>> = {
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

type Where = [state: State, fault: Fault];
const STATES = Object.keys(MATRIX) as State[];
const FAULTS = Object.keys(MATRIX.creating) as Fault[];
const ALL = STATES.flatMap((state) => FAULTS.map((fault): Where => [state, fault]));
/** One of each fault that the browser has a part in, each in another state. */
const DIAGONAL = STATES.map((state, at): Where => [state, FAULTS[at % FAULTS.length] as Fault]).filter(
  ([, fault], at) => at < FAULTS.length && fault !== 'close' && fault !== 'crash',
);
/** The number of what happens, where it has one (test/fault/FAULTS.md). */
const FAULT_ID: Partial<Record<Fault, string>> = {
  reload: 'F23 ',
  close: 'F24 ',
  freeze: 'F26 ',
  offline: 'F28 ',
};
/** That nothing arrives is noticed by waiting for it. */
const QUICK = ALL.filter(([, fault]) => fault !== 'cut');

/** Both engines are led through all of it by `npm run test:matrix`. */
const casesOf = (engine: Engine) => size(engine === 'chromium' ? QUICK : DIAGONAL, ALL);

describe.each(engines)('every state in %s', (engine) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch(engine);
  });
  afterAll(() => browser.close());

  for (const [state, fault] of casesOf(engine)) {
    const [then, told, paid] = MATRIX[state][fault];
    it(`${FAULT_ID[fault] ?? ''}${state} × ${fault}: ${[...then, told].join(', ')}`, async () => {
      const lifetimeMs = LIFE_MS[state];
      const pages = lifetimeMs === undefined ? null : shortLivedPages(lifetimeMs);
      const harness = await createHarness({
        page: checkoutPage,
        timeouts: { reusablePageMs: 1_000 },
        ...(pages !== null && { profile: pages.profile }),
      });
      onTestFinished(() => harness.close());
      const fixture = await openFixture(harness, browser, state, fault);
      await reachState[state](fixture);
      pages?.spare();
      await injectFault[fault](fixture);
      for (const step of then) await takeStep(step, fixture);
      await expect.poll(fixture.told).toEqual(told.split(' '));
      await expect.poll(() => harness.payments.length).toBe(paid ? 1 : 0);
      // A way on: the button is there to be pressed.
      const button = fixture.page.locator('#pay button, button#pay').first();
      await expect.poll(() => button.getAttribute('aria-busy')).not.toBe('true');
    });
  }
});
