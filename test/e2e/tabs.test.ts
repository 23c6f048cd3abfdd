import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkoutPage } from '../support/checkoutPage.ts';
import { engines, launch, oneEngine } from '../support/engines.ts';
import { goInHistory } from '../support/goInHistory.ts';
import { createHarness, type Harness } from '../support/harness.ts';
import { CARDS, hostedFrame, payByCard } from '../support/hostedPage.ts';
import { watchCrashes } from '../support/watchCrashes.ts';

const ELSEWHERE = 'This order is being paid in another tab';

describe.each(engines)('tabs of one shop in %s', (engine) => {
  let browser: Browser;
  let context: BrowserContext;
  let harness: Harness;

  beforeAll(async () => {
    browser = await launch(engine);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    [harness, context] = await Promise.all([createHarness({ page: checkoutPage }), browser.newContext()]);
  });
  afterEach(async () => {
    await context.close();
    await harness.close();
  });

  const dialog = (page: Page) => page.getByRole('dialog');
  const press = (page: Page, name: string) =>
    dialog(page).getByRole('button', { name, exact: true }).last().click();
  const told = (page: Page) => page.evaluate(() => (window as never as { told: string[] }).told);
  const expectTold = (page: Page, ...types: string[]) => expect.poll(() => told(page)).toEqual(types);

  async function arrive(): Promise<Page> {
    const page = await context.newPage();
    watchCrashes(page);
    await page.goto(`${harness.shop}/?order=A-1`);
    await page.locator('#pay').click();
    return page;
  }
  async function atThePage(): Promise<Page> {
    const page = await arrive();
    await (await hostedFrame(page, harness.gateway)).getByLabel('Card number').waitFor();
    return page;
  }
  async function pay(page: Page): Promise<void> {
    await page.bringToFront();
    await payByCard(await hostedFrame(page, harness.gateway), CARDS.paid);
  }
  const expectOnePayment = () => expect.poll(() => harness.payments.length).toBe(1);

  it('T10 a second tab is told that the order is being paid, and of the outcome, once each', async () => {
    const first = await atThePage();
    const second = await arrive();
    await dialog(second).getByText(ELSEWHERE).waitFor();
    // Gone, or covered where the customer has seen it already.
    await expect.poll(() => second.locator('iframe[part=frame]').isVisible()).toBe(false);
    await pay(first);
    await expectTold(first, 'complete', 'close');
    await expectTold(second, 'complete', 'close');
    await expectOnePayment();
  });

  oneEngine(engine)('the second tab may take it over, and the first one take it back', async () => {
    const first = await atThePage();
    const second = await arrive();
    await press(second, 'Pay here');
    await dialog(first).getByText(ELSEWHERE).waitFor();
    await (await hostedFrame(second, harness.gateway)).getByLabel('Card number').waitFor();
    await first.bringToFront();
    await press(first, 'Pay here');
    await dialog(second).getByText(ELSEWHERE).waitFor();
    await pay(first);
    await expectTold(first, 'complete', 'close');
    await expectTold(second, 'complete', 'close');
    await expectOnePayment();
  });

  oneEngine(engine)('the second tab may be left, and takes nothing with it', async () => {
    const first = await atThePage();
    const second = await arrive();
    await dialog(second).getByText(ELSEWHERE).waitFor();
    await press(second, 'Close');
    await expectTold(second, 'close');
    await pay(first);
    await expectTold(first, 'complete', 'close');
    expect(await told(second)).toEqual(['close']);
    await expectOnePayment();
  });

  oneEngine(engine)('an order that no tab shows any more is nobody else’s', async () => {
    const first = await atThePage();
    await first.close();
    const second = await atThePage();
    expect(await dialog(second).getByText(ELSEWHERE).count()).toBe(0);
    await pay(second);
    await expectTold(second, 'complete', 'close');
    await expectOnePayment();
  });

  oneEngine(engine)('T49 10,000 forged words of other tabs make no outcome, and leave a way on', async () => {
    const page = await atThePage();
    const other = await context.newPage();
    await other.goto(harness.shop);
    const [session] = await harness.store.findSessions({ orderReference: 'A-1', test: true });
    await other.evaluate((id) => {
      const channel = new BroadcastChannel('hpp-checkout');
      const words = ['completed', 'here', 'news', 'who', 'close', 'paid'];
      for (let at = 0; at < 10_000; at++) channel.postMessage(`${words[at % words.length]} ${id}`);
      for (const odd of [null, 7, {}, [], { session: id, status: 'completed' }, '', '  '])
        channel.postMessage(odd);
    }, session?.value.id);
    await dialog(page).getByText(ELSEWHERE).waitFor();
    expect(await told(page)).toEqual([]);
    await page.bringToFront();
    await press(page, 'Pay here');
    await pay(page);
    await expectTold(page, 'complete', 'close');
    await expectOnePayment();
  });

  it('F25 a page that was left with the dialog open goes on when the customer is back', async () => {
    const page = await atThePage();
    await page.goto(`${harness.gateway}/robots.txt`).catch(() => {});
    await goInHistory(page, -1);
    await expect.poll(() => page.evaluate(() => 'told' in window).catch(() => false)).toBe(true);
    // From the browser's memory the dialog still stands, and nothing is resumed; otherwise the page is new and resumes.
    // By script: a driver does not press in a page that came back from there.
    const press = (selector: string) =>
      page.evaluate((part) => {
        const dialog = document.querySelector('hpp-checkout-dialog')?.shadowRoot;
        (dialog?.querySelector<HTMLElement>(part) ?? document.querySelector<HTMLElement>(part))?.click();
      }, selector);
    await press('[part=close]');
    await expectTold(page, 'close');
    await press('#pay');
    const stands = () =>
      page.evaluate(
        () => document.querySelector('hpp-checkout-dialog')?.shadowRoot?.querySelector('iframe') != null,
      );
    await expect.poll(stands).toBe(true);
    expect(await told(page)).toEqual(['close']);
  });

  it('F14 a cross-origin isolated page, which may hold no frame, pays on the full page, and the shop is told why', async () => {
    const isolated = await createHarness({
      page: checkoutPage,
      pageHeaders: {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
    });
    onTestFinished(() => isolated.close());
    const page = await context.newPage();
    await page.goto(`${isolated.shop}/?order=A-1`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.evaluate(() =>
      document.addEventListener('hpp-checkout:error', (event) => {
        console.info((event as CustomEvent<{ code: string }>).detail.code);
      }),
    );
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.locator('#pay').click();
    await page.waitForURL(`${isolated.gateway}/hpp/**`);
    await payByCard(page, CARDS.paid);
    await expect.poll(() => isolated.payments.length).toBe(1);
    await expect.poll(() => said).toContain('frame_blocked');
  });
});
