import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { engines, launch, oneEngine } from '../support/engines.ts';
import { createHarness, type Harness, type HarnessOptions } from '../support/harness.ts';
import { CARDS, hostedFrame, payByCard } from '../support/hostedPage.ts';
import { shortLivedPages, USED_PAGE_LIFE_MS } from '../support/shortLivedPages.ts';
import { watchCrashes } from '../support/watchCrashes.ts';

/** Hosted pages that live four seconds. */
const shortLived = defineProfile({ redirect: { lifetimeMs: USED_PAGE_LIFE_MS } });

const dialog = (page: Page) => page.getByRole('dialog');

describe.each(engines)('journeys in %s', (engine) => {
  let browser: Browser;
  let context: BrowserContext;
  let harness: Harness;

  beforeAll(async () => {
    browser = await launch(engine);
  });
  afterAll(() => browser.close());
  afterEach(() => context?.close());

  /** A fresh customer at a fresh shop. */
  async function arrive(
    options: HarnessOptions & { order?: string; context?: Parameters<Browser['newContext']>[0] } = {},
  ): Promise<Page> {
    harness = await createHarness(options);
    onTestFinished(() => harness.close());
    context = await browser.newContext(options.context);
    const page = await context.newPage();
    watchCrashes(page);
    await page.goto(`${harness.shop}/?order=${options.order ?? 'A-1'}`);
    return page;
  }

  async function openPage(page: Page): Promise<void> {
    await page.locator('#pay').click();
    await dialog(page).waitFor();
  }

  async function closeFailed(page: Page): Promise<void> {
    await dialog(page).getByText('Payment cancelled').waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  }

  const told = (page: Page) =>
    page.evaluate(() => (window as unknown as { told: [string, unknown][] }).told.map(([type]) => type));

  /** The outcome callback, then the close, exactly once each. */
  async function expectTold(page: Page, ...types: string[]): Promise<void> {
    await expect.poll(() => told(page)).toEqual(types);
  }

  oneEngine(engine)('S191 a declined card, then the customer gives up: failed', async () => {
    const page = await arrive();
    await openPage(page);
    const frame = await hostedFrame(page, harness.gateway);
    await payByCard(frame, CARDS.declined);
    await frame.getByText('The payment did not go through').first().waitFor();
    await frame.getByRole('button', { name: /^Cancel and return/ }).click();
    await closeFailed(page);
    await expectTold(page, 'fail', 'close');
    expect(harness.payments).toEqual([]);
  });

  oneEngine(engine)('S16 3-D Secure failed, then the customer gives up: failed', async () => {
    const page = await arrive();
    await openPage(page);
    const frame = await hostedFrame(page, harness.gateway);
    await payByCard(frame, CARDS.challenge);
    await frame.getByRole('button', { name: 'Decline' }).click();
    await frame.getByRole('button', { name: /^Cancel and return/ }).click();
    await closeFailed(page);
    await expectTold(page, 'fail', 'close');
    expect(harness.payments).toEqual([]);
  });

  it('closed before the page has loaded: closed, at once', async () => {
    const page = await arrive();
    await page.route(`${harness.gateway}/hpp/**`, () => {});
    await openPage(page);
    await dialog(page).getByRole('button', { name: 'Close' }).first().click();
    await expectTold(page, 'close');
  });

  it('closed after the page has loaded, unpaid: the server is asked, then closed', async () => {
    const page = await arrive();
    await openPage(page);
    await dialog(page).locator('main[aria-busy=false]').waitFor();
    const asked = page.waitForRequest(new RegExp(`${harness.merchant}/checkout/session/\\w+$`));
    await dialog(page).getByRole('button', { name: 'Close' }).first().click();
    await asked;
    await expectTold(page, 'close');
  });

  oneEngine(engine)(
    'closed just after paying, the return page never seen: completed, since the server knows',
    async () => {
      const page = await arrive();
      await page.route(`${harness.merchant}/checkout/return/**`, () => {});
      await openPage(page);
      await payByCard(await hostedFrame(page, harness.gateway), CARDS.paid);
      await expect.poll(() => harness.payments).toHaveLength(1);
      await dialog(page).getByRole('button', { name: 'Close' }).first().click();
      await expectTold(page, 'complete', 'close');
    },
  );

  oneEngine(engine)('F16 notification only, no return page: completed', async () => {
    const page = await arrive();
    await page.route(`${harness.merchant}/checkout/return/**`, (route) => route.abort());
    await openPage(page);
    await payByCard(await hostedFrame(page, harness.gateway), CARDS.paid);
    await expectTold(page, 'complete', 'close');
  });

  it('S186 F24 the customer never comes back and the tab is closed: the order is paid all the same', async () => {
    const page = await arrive();
    await page.route(`${harness.merchant}/checkout/return/**`, () => {});
    // Held back here: the shop's server never sees the customer again.
    const onTheWayBack = page.waitForRequest(`${harness.merchant}/checkout/return/**`);
    await openPage(page);
    await payByCard(await hostedFrame(page, harness.gateway), CARDS.paid);
    await onTheWayBack;
    await page.close();
    await expect.poll(() => harness.payments).toHaveLength(1);
  });

  oneEngine(engine)('S18 F38 the notification is lost: the poll finds the payment', async () => {
    const page = await arrive({ udf: { sandbox: 'drop' } });
    await openPage(page);
    await payByCard(await hostedFrame(page, harness.gateway), CARDS.paid);
    await expectTold(page, 'complete', 'close');
    await expect.poll(() => harness.payments).toHaveLength(1);
  });

  it('F19 the return page nested one frame deeper: completed', async () => {
    const page = await arrive({ nested: true });
    await openPage(page);
    const inner = await hostedFrame(page, harness.gateway);
    expect(inner.parentFrame()?.parentFrame()).toBe(page.mainFrame());
    await payByCard(inner, CARDS.paid);
    await expectTold(page, 'complete', 'close');
  });

  it('F6 the address dies before the page has loaded: renewed without a word, then paid', async () => {
    const { profile, spare } = shortLivedPages(3_000);
    const page = await arrive({ profile });
    let first = true;
    await page.route(`${harness.gateway}/hpp/**`, (route) => {
      // The first page never answers.
      if (!first) return route.continue();
      first = false;
      spare();
    });
    await openPage(page);
    await expect
      .poll(() => harness.store.findSessions({ orderReference: 'A-1', test: true }))
      .toHaveLength(2);
    await payByCard(await hostedFrame(page, harness.gateway), CARDS.paid);
    await expectTold(page, 'complete', 'close');
    await expect.poll(() => harness.payments).toHaveLength(1);
  });

  oneEngine(engine)('the address dies and the customer leaves: expired', async () => {
    const page = await arrive({ profile: shortLived });
    await openPage(page);
    await (await hostedFrame(page, harness.gateway)).getByLabel('Card number').click();
    await dialog(page).getByText('This payment page has timed out').waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).first().click();
    await expectTold(page, 'expired', 'close');
  });

  // Firefox cannot be driven with scripts turned off.
  it.runIf(engine === 'chromium')(
    'S15 without JavaScript: the link leads to the pay page, the hosted page and on to the return page',
    async () => {
      const page = await arrive({ context: { javaScriptEnabled: false } });
      await page.locator('#pay').click();
      await page.getByRole('button', { name: 'Pay €49.90' }).click();
      await page.getByLabel('Card number').waitFor();
      await payByCard(page, CARDS.paid);
      await page.waitForURL(`${harness.merchant}/checkout/return/**`);
      await expect.poll(() => page.locator('main').innerText()).not.toBe('');
      await expect.poll(() => harness.payments).toHaveLength(1);
    },
  );

  oneEngine(engine)('a paid order clicked again: already completed, no second page', async () => {
    const page = await arrive();
    await openPage(page);
    await payByCard(await hostedFrame(page, harness.gateway), CARDS.paid);
    await expectTold(page, 'complete', 'close');
    await page.reload();
    await page.locator('#pay').click();
    await expectTold(page, 'complete', 'close');
    await expect.poll(() => harness.payments).toHaveLength(1);
    expect(await harness.store.findSessions({ orderReference: 'A-1', test: true })).toHaveLength(1);
  });
});
