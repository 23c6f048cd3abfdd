import type { FrameLocator, Page } from 'playwright-core';

/** What the sandbox's hosted page looks like to a customer, wherever it stands. */
export type HostedPage = Page | FrameLocator;

export const CARDS = {
  paid: '4242 4242 4242 4242',
  challenge: '4000 0000 0000 3220',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
} as const;

/** Types a card and presses Pay, as a customer would. */
export async function payByCard(page: HostedPage, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay €[\d.]+$/ }).click();
}

/** The hosted page in the widget's dialog. With a title: the checkout is in charge of it, and the dialog has its height. */
export function inDialog(page: Page | FrameLocator): FrameLocator {
  return page.getByRole('dialog').frameLocator('iframe[title]');
}
