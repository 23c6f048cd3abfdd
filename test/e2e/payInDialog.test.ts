import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { payInDialog } from '../../src/testing/browser/payInDialog.ts';
import { engines, launch, oneEngine } from '../support/engines.ts';
import { createHarness, type HarnessOptions } from '../support/harness.ts';

/** A shop whose page is shown as `presentation` says; what it was told stands in its title. */
const shown =
  (presentation: string): NonNullable<HarnessOptions['page']> =>
  ({ merchant, order }) =>
    `<!doctype html><title>nothing</title><script async src="/dist/hpp-checkout.js" data-session="${merchant}/checkout/session"></script>
    <a id="pay" href="#" data-hpp-checkout data-order="${order}" data-presentation="${presentation}">Pay</a>
    <script>for (const type of ['complete', 'fail']) document.addEventListener('hpp-checkout:' + type, () => { document.title = type })</script>`;

describe.each(engines)('payInDialog in %s', (engine) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(engine);
  });
  afterAll(() => browser.close());

  async function arrive(options: HarnessOptions = {}) {
    const harness = await createHarness(options);
    onTestFinished(() => harness.close());
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${harness.shop}/?order=A-1`);
    return { page, harness };
  }
  const press = (page: Page) => page.locator('#pay').click();

  it('pays in the dialog, with 3-D Secure', async () => {
    const { page, harness } = await arrive({ page: shown('modal') });
    await press(page);
    expect(await payInDialog(page, { card: 'challenge' })).toEqual({ outcome: 'returned' });
    await expect.poll(() => page.title()).toBe('complete');
    expect(harness.payments).toHaveLength(1);
  });

  oneEngine(engine)('goes on with another card after a decline, by card or by 3-D Secure', async () => {
    const { page } = await arrive({ page: shown('modal') });
    await press(page);
    expect(await payInDialog(page, { card: 'declined' })).toEqual({ outcome: 'declined' });
    expect(await payInDialog(page, { card: 'challenge', threeDS: 'decline' })).toEqual({
      outcome: 'declined',
    });
    expect(await payInDialog(page)).toEqual({ outcome: 'returned' });
    await expect.poll(() => page.title()).toBe('complete');
  });

  oneEngine(engine).each(['inline', 'redirect'])(
    'pays on a page that is shown as %s',
    async (presentation) => {
      const { page, harness } = await arrive({ page: shown(presentation) });
      await press(page);
      expect(await payInDialog(page, { card: 'paid' })).toEqual({ outcome: 'returned' });
      await expect.poll(() => harness.payments.length).toBe(1);
    },
  );

  oneEngine(engine)('pays in a frame within the frame', async () => {
    const { page, harness } = await arrive({ page: shown('modal'), nested: true });
    await press(page);
    expect(await payInDialog(page, { card: 'challenge' })).toEqual({ outcome: 'returned' });
    await expect.poll(() => harness.payments.length).toBe(1);
  });

  oneEngine(engine)('says what it sees when there is no hosted page', async () => {
    const { page } = await arrive({
      page: () => '<title>Basket</title><iframe srcdoc="<title>Advert</title>"></iframe>',
    });
    await expect(payInDialog(page, { timeoutMs: 300 })).rejects.toThrow(
      /expected a hosted page of the sandbox within 300 ms; seen are http:\/\/localhost:\d+\/ \("Basket"\), about:srcdoc \("Advert"\)/,
    );
  });

  oneEngine(engine)('says why the hosted page takes no card', async () => {
    const { page, harness } = await arrive({ page: shown('modal') });
    await press(page);
    await expect(payInDialog(page, { card: '4242 4242 4242 4241' })).rejects.toThrow(
      /card number is not right/,
    );
    await expect(payInDialog(page, { card: 'payed' })).rejects.toThrow(
      /expected a card number, or one of paid/,
    );
    await harness.sandbox.clock.advance('121s');
    await page.reload();
    await page.goto(
      harness.sandbox.transactions.list().map(({ token }) => `${harness.gateway}/hpp/${token}`)[0] ?? '',
    );
    await expect(payInDialog(page)).rejects.toThrow(/shows "This page has expired", and no form/);
  });
});
