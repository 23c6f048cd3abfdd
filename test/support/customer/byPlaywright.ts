import type { Browser } from 'playwright-core';
import type { Harness } from '../harness.ts';
import { hostedFrame } from '../hostedPage.ts';
import { watchCrashes } from '../watchCrashes.ts';
import type { Customer } from './customer.ts';

/** A customer in Chromium or Firefox, with a profile of their own. */
export async function customerByPlaywright(browser: Browser): Promise<Customer> {
  const context = await browser.newContext();
  const page = await context.newPage();
  watchCrashes(page);
  let harness: Harness;
  const hosted = () => hostedFrame(page, harness.gateway);
  const dialog = page.getByRole('dialog');
  return {
    async arrive(at, query = 'order=A-1') {
      harness = at;
      await page.goto(`${harness.shop}/?${query}`);
    },
    pressPay: () => page.locator('#pay').click(),
    pressInDialog: (name) => dialog.getByRole('button', { name }).first().click(),
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
    press: (key) => (typeof key === 'string' ? page.keyboard.press(key) : page.keyboard.type(key.text)),
    inTab: (expression) => page.evaluate(expression),
    inPage: async (expression) => (await hosted()).evaluate(expression),
    leave: () => context.close(),
  };
}
