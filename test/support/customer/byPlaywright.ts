import type { Browser, Frame, Locator } from 'playwright-core';
import type { Harness } from '../harness.ts';
import { hostedFrame } from '../hostedPage.ts';
import { until } from '../until.ts';
import { watchCrashes } from '../watchCrashes.ts';
import type { Customer } from './customer.ts';

/**
 * A customer in Chromium or Firefox, with a profile of their own.
 *
 * @param atEnd see `watchCrashes`.
 */
export async function customerByPlaywright(
  browser: Browser,
  atEnd?: Parameters<typeof watchCrashes>[1],
): Promise<Customer> {
  const context = await browser.newContext();
  const page = await context.newPage();
  watchCrashes(page, atEnd);
  let harness: Harness;
  const hosted = () => hostedFrame(page, harness.gateway);
  const dialog = page.locator('[part=dialog]');
  /** The newest window's first: that is what the customer looks at. */
  const banks = () =>
    context
      .pages()
      .reverse()
      .flatMap((each) => each.frames())
      .filter((frame) => /^https?:\/\/[^/]+\/bank\//.test(frame.url()));
  async function bank(): Promise<Frame> {
    await until(() => banks().length > 0);
    return banks()[0] as Frame;
  }
  /** A window may open later than what was pressed for it, so all of them are looked through until it is there. */
  async function buttonAtBank(name: string): Promise<Locator> {
    let shown: Locator | undefined;
    await until(async () => {
      for (const frame of banks()) {
        const button = frame.getByRole('button', { name });
        if (await button.isVisible().catch(() => false)) shown = button;
        if (shown) break;
      }
      return shown !== undefined;
    });
    return shown as Locator;
  }
  return {
    async arrive(at, query = 'order=A-1') {
      harness = at;
      await page.goto(`${harness.shop}/?${query}`);
    },
    pressPay: () => page.locator('#pay').click(),
    pressInDialog: (name) =>
      dialog.getByRole('button', { name }).or(dialog.getByRole('link', { name })).first().click(),
    seeInDialog: (text) => dialog.getByText(text).first().waitFor(),
    async typeInPage(label, text) {
      const field = (await hosted()).getByLabel(label);
      // Filling alone does not move Firefox's focus into the frame.
      await field.click();
      await field.fill(text);
    },
    pressInPage: async (name) =>
      (await hosted())
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .first()
        .click(),
    seeInPage: async (text) => (await hosted()).getByText(text).first().waitFor(),
    pressAtBank: async (name) => (await buttonAtBank(name)).click(),
    isAtBank: async (name) => (await bank()).getByRole('button', { name }).isVisible(),
    seeAtBank: async (text) => (await bank()).getByText(text).first().waitFor(),
    goTo: async (url) => {
      // Firefox's driver tells a navigation that changes processes twice (https://github.com/microsoft/playwright/pull/41224),
      // and a return page may be on its way to the same address by itself.
      await page.goto(url).catch((error: Error) => {
        if (
          !error.message.includes(`interrupted by another navigation to "${url}`) &&
          !/ERR_ABORTED/.test(error.message)
        )
          throw error;
      });
      await page.waitForURL((now) => now.origin === new URL(url).origin);
    },
    press: (key) => (typeof key === 'string' ? page.keyboard.press(key) : page.keyboard.type(key.text)),
    inTab: (expression) => page.evaluate(expression),
    inPage: async (expression) => (await hosted()).evaluate(expression),
    leave: () => context.close(),
  };
}
