import { cardToType, type PayWith } from '../../sandbox/cards/namedCards.ts';
import type { ThreeDSAnswer } from '../../sandbox/paidPage.ts';
import type { PlaywrightFrame, PlaywrightPage } from './playwrightTypes.ts';
import { findHostedPage, has, untilSeen } from './seeHostedPage.ts';

/** How a sandbox page is paid in a browser. */
export interface PayInDialogOptions {
  /** Name or number of a test card, or all fields of one. Default `'paid'`. */
  card?: PayWith;
  /** The answer when the card's issuer asks (3-D Secure). Default `'approve'`. */
  threeDS?: ThreeDSAnswer;
  /** How long each step may take. Default 30,000 ms. */
  timeoutMs?: number;
}

/** What the customer sees next. */
export interface PaidInDialog {
  /** `returned`: sent back to the shop, whatever the outcome. `declined`: still at the page, for another card. */
  outcome: 'returned' | 'declined';
}

/** Stands on the form that was sent, so that the page that answers it is told from it. */
const SENT = 'data-sent-by-test';

/**
 * Types a card into the sandbox's hosted page and presses Pay, as a customer does. The page is found wherever it stands: in the
 * dialog, inline, or in the whole tab. Open it first: `page.getByRole('button', { name: /^Pay/ }).click()`. Resolves once the
 * customer is back at the shop, or the card was declined. What your shop shows then is for your test to see.
 *
 * @param page of Playwright: `@playwright/test`, `playwright` or `playwright-core`.
 * @throws Error that says what is seen instead when there is no hosted page of the sandbox, or it does not take the card.
 * @example
 * await page.getByRole('button', { name: /^Pay/ }).click();
 * await payInDialog(page, { card: 'challenge', threeDS: 'approve' });
 * await expect(page).toHaveURL(/thanks/);
 */
export async function payInDialog(
  page: PlaywrightPage,
  { card = 'paid', threeDS = 'approve', timeoutMs = 30_000 }: PayInDialogOptions = {},
): Promise<PaidInDialog> {
  const typed = cardToType(card);
  const frame = await findHostedPage(page, timeoutMs);
  const pages = frame.url().replace(/\/hpp\/.*$/, '/hpp/');
  await typeCard(frame, typed, timeoutMs);
  await frame.locator('.card-form').evaluate((form) => form.setAttribute('data-sent-by-test', ''));
  await frame.locator('.card-form button.pay').click({ timeout: timeoutMs });

  const next = await untilSeen(page, timeoutMs, 'what the hosted page does with the card', async () => {
    if (isBack(page, frame, pages)) return 'returned';
    if (await has(frame, '.approval button[value="approve"]')) return 'asked';
    return answered(frame);
  });
  if (next !== 'asked') return { outcome: next };

  // A bank of its own page may want a passkey first.
  const first = frame.locator('#try:not([hidden])');
  if ((await first.count()) > 0) await first.click({ timeout: timeoutMs });
  await frame.locator(`.approval button[value="${threeDS}"]`).click({ timeout: timeoutMs });
  const outcome = await untilSeen(page, timeoutMs, 'what comes after 3-D Secure', async () => {
    if (isBack(page, frame, pages)) return 'returned';
    return answered(frame);
  });
  return { outcome };
}

async function typeCard(
  frame: PlaywrightFrame,
  { number, expiry, securityCode, holderName }: ReturnType<typeof cardToType>,
  timeout: number,
): Promise<void> {
  const summary = frame.locator('details:not([open]):has(.card-form) > summary');
  if ((await summary.count()) > 0) await summary.click({ timeout });
  const anotherCard = frame.locator('.card-form input[name="savedCardId"][value=""]');
  if ((await anotherCard.count()) > 0) await anotherCard.click({ timeout });
  const fill = (name: string, text: string) =>
    frame.locator(`.card-form input[name="${name}"]`).fill(text, { timeout });
  await fill('number', number);
  await fill('expiry', expiry);
  await fill('securityCode', securityCode);
  const fixed = await frame
    .locator('.card-form input[name="holderName"]')
    .getAttribute('readonly', { timeout });
  if (fixed === null) await fill('holderName', holderName);
}

/** The frame is gone, or shows something else than a hosted page of this sandbox, or a bank's that this one has led to. */
function isBack(page: PlaywrightPage, frame: PlaywrightFrame, pages: string): boolean {
  if (frame.isDetached() || !page.frames().includes(frame)) return true;
  return !frame.url().startsWith(pages) && !/\/bank\/[^/?]+\?page=/.test(frame.url());
}

/** `declined` once the form is there anew. @throws Error when it was not sent, since a field of it is wrong. */
async function answered(frame: PlaywrightFrame): Promise<'declined' | null> {
  if (await has(frame, '.card-form [aria-invalid="true"]')) {
    const problem = await frame.locator('.alert, .card-form .problem:not(:empty)').first().innerText();
    throw new Error(`payInDialog: the hosted page does not take the card: ${problem.trim()}`);
  }
  return (await has(frame, `.card-form:not([${SENT}])`)) ? 'declined' : null;
}
