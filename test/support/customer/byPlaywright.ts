import type { Browser, Frame } from 'playwright-core';
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
  async function bank(): Promise<Frame> {
    const find = () =>
      context
        .pages()
        .reverse()
        .flatMap((each) => each.frames())
        .find((frame) => /^https?:\/\/[^/]+\/bank\//.test(frame.url()));
    await until(() => find() !== undefined);
    return find() as Frame;
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
    pressAtBank: async (name) => (await bank()).getByRole('button', { name }).click(),
    isAtBank: async (name) => (await bank()).getByRole('button', { name }).isVisible(),
    seeAtBank: async (text) => (await bank()).getByText(text).first().waitFor(),
    goTo: async (url) => {
      // Firefox's driver tells a navigation that changes processes twice (https://github.com/microsoft/playwright/pull/41224).
      await page.goto(url).catch((error: Error) => {
        if (!error.message.includes(`interrupted by another navigation to "${url}`)) throw error;
      });
      await page.waitForURL((now) => now.origin === new URL(url).origin);
    },
    press: (key) => (typeof key === 'string' ? page.keyboard.press(key) : page.keyboard.type(key.text)),
    inTab: (expression) => page.evaluate(expression),
    inPage: async (expression) => (await hosted()).evaluate(expression),
    leave: () => context.close(),
  };
}
