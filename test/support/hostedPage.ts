import type { Frame, Page } from 'playwright-core';

/** Cards with a fixed fate in the sandbox. */
export const CARDS = {
  paid: '4242424242424242',
  challenge: '4000000000003220',
  declined: '4000000000000002',
} as const;

/** The sandbox's page, once it is in a frame of this page, however deep. */
export async function hostedFrame(page: Page, gateway: string): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().startsWith(`${gateway}/hpp/`));
  for (;;) {
    const frame = find();
    if (frame !== undefined) {
      await frame.waitForLoadState('domcontentloaded');
      return frame;
    }
    await page.waitForEvent('framenavigated');
  }
}

/** Types a card and sends the form, as a customer does. */
export async function payByCard(page: Frame | Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByRole('button', { name: /^Pay/ }).click();
}
