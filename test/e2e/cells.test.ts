import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { checkoutPage } from '../support/checkoutPage.ts';
import { engines, launch } from '../support/engines.ts';
import { CARDS, hostedFrame, payByCard } from '../support/hostedPage.ts';
import { createWorld, type World } from '../support/world.ts';

/*
 * F23 F24 F26 F28: everything that can happen to a customer, in every state of the dialog. A row is a state; a cell says
 * what the customer does after it, by hand, and what the shop's page has been told in the end. After every cell the order
 * has been paid as often as the cell says: once or not at all.
 */

type State = 'creating' | 'loading' | 'paying' | 'expiring' | 'expired' | 'confirming' | 'pending' | 'failed';
type Mishap = 'reload' | 'close' | 'back' | 'offline' | 'freeze' | 'crash';
/**
 * `answer`: what was held back (the session, the page, the decision) arrives. `pay`: the Pay button. `card`: fills in the
 * page and pays. Any other step is a button of the dialog.
 */
type Step = 'answer' | 'pay' | 'card' | 'Close' | 'Leave' | 'Start again' | 'Try again';
/** What follows, and what the page was told: after a reload, by the new page. `paid`: the order is paid in the end. */
type Cell = [then: Step[], told: string, paid?: 'paid'];

const PAID = 'complete close';
const CELLS: Record<State, Record<Mishap, Cell>> = {
  creating: {
    reload: [['pay', 'card'], PAID, 'paid'],
    close: [[], 'close'],
    back: [[], 'close'],
    offline: [['Try again', 'card'], `close ${PAID}`, 'paid'],
    freeze: [['answer', 'card'], PAID, 'paid'],
    crash: [['answer', 'Try again', 'card'], `close ${PAID}`, 'paid'],
  },
  loading: {
    reload: [['pay', 'card'], `close ${PAID}`, 'paid'],
    close: [[], 'close'],
    back: [[], 'close'],
    offline: [['answer', 'card'], PAID, 'paid'],
    freeze: [['answer', 'card'], PAID, 'paid'],
    crash: [['answer', 'card'], PAID, 'paid'],
  },
  paying: {
    reload: [['pay', 'card'], `close ${PAID}`, 'paid'],
    close: [[], 'close'],
    back: [[], 'close'],
    offline: [['card'], PAID, 'paid'],
    freeze: [['card'], PAID, 'paid'],
    crash: [['card'], PAID, 'paid'],
  },
  expiring: {
    reload: [['pay', 'card'], `close ${PAID}`, 'paid'],
    close: [[], 'close'],
    back: [[], 'close'],
    offline: [['card'], PAID, 'paid'],
    freeze: [['card'], PAID, 'paid'],
    crash: [['card'], PAID, 'paid'],
  },
  expired: {
    reload: [['pay', 'card'], `expired close ${PAID}`, 'paid'],
    close: [[], 'expired close'],
    back: [[], 'expired close'],
    offline: [['Start again', 'card'], PAID, 'paid'],
    freeze: [['Start again', 'card'], PAID, 'paid'],
    crash: [['Start again', 'card'], PAID, 'paid'],
  },
  // The card is paid; the shop's server has not said so.
  confirming: {
    reload: [['answer'], PAID, 'paid'],
    close: [['Leave', 'Close'], 'pending close', 'paid'],
    back: [['Leave', 'Close'], 'pending close', 'paid'],
    offline: [['answer'], PAID, 'paid'],
    freeze: [['answer'], PAID, 'paid'],
    crash: [['answer'], PAID, 'paid'],
  },
  // The same, and the customer was told that it takes longer: later the order is known to be paid.
  pending: {
    reload: [['answer', 'pay'], PAID, 'paid'],
    close: [['answer', 'pay'], `pending close ${PAID}`, 'paid'],
    back: [['answer', 'pay'], `pending close ${PAID}`, 'paid'],
    offline: [['Close'], 'pending close', 'paid'],
    freeze: [['Close'], 'pending close', 'paid'],
    crash: [['Close'], 'pending close', 'paid'],
  },
  failed: {
    reload: [['pay', 'card'], PAID, 'paid'],
    close: [[], 'fail close'],
    back: [[], 'fail close'],
    offline: [['Try again', 'card'], `fail close ${PAID}`, 'paid'],
    freeze: [['Try again', 'card'], `fail close ${PAID}`, 'paid'],
    crash: [['Try again', 'card'], `fail close ${PAID}`, 'paid'],
  },
};

/** How long the hosted page lives, in ms, where the state needs less than two minutes. */
const LIFE: Partial<Record<State, number>> = { expiring: 40_000, expired: 4_000 };

// In CI one engine is enough: what differs between them is driven by the journeys. `ENGINES=firefox` runs the other.
describe.each(process.env.ENGINES ? engines : (['chromium'] as const))('every state in %s', (engine) => {
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    browser = await launch(engine);
  });
  afterAll(() => browser.close());
  afterEach(() => context?.close());

  for (const [state, row] of Object.entries(CELLS) as [State, (typeof CELLS)[State]][]) {
    for (const [mishap, [then, told, paid]] of Object.entries(row) as [Mishap, Cell][]) {
      // Firefox cannot be frozen, nor cut off, by its driver.
      const skipped = engine === 'firefox' && (mishap === 'freeze' || mishap === 'offline');
      it.skipIf(skipped)(`${state} × ${mishap}: ${[...then, told].join(', ')}`, async () => {
        const lifetimeMs = LIFE[state];
        const world = await createWorld({
          page: checkoutPage,
          handler: { limits: { reuseMs: 1_000 } },
          ...(lifetimeMs === undefined ? {} : { profile: defineProfile({ redirect: { lifetimeMs } }) }),
        });
        onTestFinished(() => world.close());
        context = await browser.newContext();
        const customer = await arrive(world, await context.newPage(), state);
        await customer.reach(state);
        await customer.meet(mishap);
        for (const step of then) await customer.take(step);
        await expect.poll(() => customer.told(), { timeout: 15_000, interval: 50 }).toEqual(told.split(' '));
        await expect.poll(() => world.payments.length, { timeout: 10_000 }).toBe(paid ? 1 : 0);
        // A way on: the button is there to be pressed.
        const isBusy = () =>
          customer.page.locator('#pay button, button#pay').first().getAttribute('aria-busy');
        await expect.poll(isBusy).not.toBe('true');
      });
    }
  }
});

/** A customer at the shop, who gets into a state, meets with a mishap and goes on. */
async function arrive(world: World, page: Page, state: State) {
  page.setDefaultTimeout(10_000);
  const dialog = page.getByRole('dialog');
  let isHeld = false;
  const held: (() => void)[] = [];
  /** Holds back until `answer`, or cuts off what has no server to go to. */
  async function pass(route: Route, go: () => Promise<void> = () => route.continue()): Promise<void> {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await go().catch(() => route.abort().catch(() => {}));
  }
  function answer(): void {
    isHeld = false;
    for (const resume of held.splice(0)) resume();
  }
  let isUndecided = false;
  const routes: Partial<Record<State, () => Promise<unknown>>> = {
    creating: () => page.route(`${world.merchant}/checkout/session`, (route) => pass(route)),
    loading: () => page.route(`${world.gateway}/hpp/**`, (route) => pass(route)),
  };
  await (routes[state]?.() ??
    page.route(new RegExp(`${world.merchant}/checkout/session/\\w+$`), async (route) => {
      if (!isUndecided) return route.continue();
      const response = await route.fetch().catch(() => null);
      if (response === null) return route.abort();
      await route.fulfill({ response, json: { status: 'pending' } });
    }));
  await page.goto(`${world.shop}/?order=A-1&confirm=${state === 'pending' ? 1_000 : 60_000}`);

  const pay = () => page.locator('#pay').click();
  async function card(number: string = CARDS.paid): Promise<void> {
    const frame = await hostedFrame(page, world.gateway);
    await frame.getByLabel('Card number').waitFor();
    await payByCard(frame, number);
  }

  const reach: Record<State, () => Promise<void>> = {
    async creating() {
      isHeld = true;
      const asked = page.waitForRequest(`${world.merchant}/checkout/session`);
      await pay();
      await asked;
      await dialog.waitFor();
    },
    async loading() {
      isHeld = true;
      const asked = page.waitForRequest(`${world.gateway}/hpp/**`);
      await pay();
      await asked;
    },
    async paying() {
      await pay();
      await (await hostedFrame(page, world.gateway)).getByLabel('Card number').waitFor();
      await dialog.locator('main[aria-busy=false]').waitFor();
    },
    async expiring() {
      await reach.paying();
      await dialog.getByText('seconds left to pay').first().waitFor();
    },
    async expired() {
      await reach.paying();
      await dialog.getByText('This payment page has timed out').waitFor();
    },
    async confirming() {
      isUndecided = true;
      await pay();
      await card();
      await dialog.getByText('Confirming your payment').waitFor();
      await expect.poll(() => world.payments.length, { timeout: 10_000 }).toBe(1);
    },
    async pending() {
      await reach.confirming();
      await dialog.getByText('Your payment is being confirmed').waitFor();
    },
    async failed() {
      await pay();
      await card(CARDS.declined);
      const frame = await hostedFrame(page, world.gateway);
      await frame.getByRole('button', { name: /^Cancel and return/ }).click();
      await dialog.getByText('Payment not completed').waitFor();
    },
  };

  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).first().click();
  let isDown = false;
  const meet: Record<Mishap, () => Promise<void>> = {
    async reload() {
      // The decision comes while nobody looks.
      isUndecided = state === 'confirming' ? false : isUndecided;
      if (state === 'expired') {
        // The server knows as well as the dialog does.
        const status = async () =>
          (await world.store.findSessions({ orderReference: 'A-1' }))[0]?.value.status;
        await expect.poll(status, { timeout: 15_000 }).toBe('expired');
      }
      await page.reload();
      isHeld = false;
      await page.evaluate(() => (window as never as { resumed: Promise<unknown> }).resumed);
    },
    close: () => press('Close'),
    async back() {
      const goBack = () => page.evaluate(() => history.back());
      if (state !== 'confirming') return goBack();
      // What the customer did inside the frame is taken back first.
      const isHeard = async () =>
        (await dialog.getByText('Leave the payment?').isVisible()) || (await goBack());
      await expect.poll(isHeard, { interval: 1_000, timeout: 10_000 }).toBe(true);
    },
    async offline() {
      await context(page).setOffline(true);
      if (state === 'creating') {
        answer();
        await dialog.getByText('The payment page could not be opened').waitFor();
      } else if (!['pending', 'failed', 'expired', 'confirming'].includes(state)) {
        await dialog.getByText('You are offline').first().waitFor();
      }
      await context(page).setOffline(false);
    },
    async freeze() {
      const devtools = await context(page).newCDPSession(page);
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
      await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    },
    async crash() {
      world.crash();
      isDown = true;
    },
  };

  const steps: Partial<Record<Step, () => Promise<void>>> = {
    async answer() {
      isUndecided = false;
      answer();
    },
    pay,
    card: () => card(),
    async 'Start again'() {
      const dead = page.frames().find((frame) => frame.url().startsWith(world.gateway));
      await press('Start again');
      await expect.poll(() => dead?.isDetached(), { timeout: 10_000 }).toBe(true);
    },
  };

  return {
    page,
    told: () => page.evaluate(() => (window as never as { told: string[] }).told),
    reach: (to: State) => reach[to](),
    meet: (mishap: Mishap) => meet[mishap](),
    async take(step: Step): Promise<void> {
      // The server is back before the customer needs it, and after the money has moved without it.
      const needsServer =
        step.endsWith('again') || (step === 'answer' && state !== 'loading' && state !== 'creating');
      if (isDown && needsServer) {
        if (state === 'creating') await dialog.getByText('could not be opened').waitFor();
        world.restart();
        isDown = false;
      }
      await (steps[step]?.() ?? press(step));
      if (isDown && (step === 'card' || step === 'Close')) {
        world.restart();
        isDown = false;
      }
    },
  };
}

const context = (page: Page) => page.context();
