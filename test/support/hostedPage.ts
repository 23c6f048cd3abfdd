import type { Frame, Page } from 'playwright-core';
import { until } from './until.ts';

/** Cards with a fixed fate in the sandbox. */
export const CARDS = {
  paid: '4242424242424242',
  challenge: '4000000000003220',
  declined: '4000000000000002',
} as const;

/** The sandbox's page, once it is in a frame of this page, however deep. */
export async function hostedFrame(page: Page, gateway: string): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().startsWith(`${gateway}/hpp/`));
  // Looked for again and again: a navigation that has been told already is not told once more.
  await until(() => find() !== undefined).catch(async () => {
    const frames = page.frames().map((frame) => frame.url());
    const dialog = await page.getByRole('dialog').ariaSnapshot({ timeout: 5_000 }).catch(String);
    throw new Error(`No hosted page in the frames ${frames.join(' ')}; the dialog:\n${dialog}`);
  });
  const frame = find() as Frame;
  await frame.waitForLoadState('domcontentloaded');
  return frame;
}

/** Types a card and sends the form, as a customer does. */
export async function payByCard(page: Frame | Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByRole('button', { name: /^Pay/ }).click();
}
