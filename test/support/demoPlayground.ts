import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { ScenarioId } from '../../demo/settings/scenarioIds.ts';
import { CARDS, inDialog, payByCard } from './payer.ts';
import { until } from './until.ts';

/** The shop in the control room's frame. */
export function shopIn(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Morrow, the shop"]');
}

export async function pressPay(page: Page): Promise<void> {
  await shopIn(page).locator('#pay').click();
}

export async function untilOutcome(page: Page, outcome: string): Promise<void> {
  await shopIn(page).locator(`.result[data-outcome="${outcome}"]`).waitFor();
}

export async function untilTimeline(page: Page, type: string): Promise<void> {
  await page.locator(`.timeline [data-type="${type}"]`).first().waitFor();
}

type Journey = (page: Page, hosted: FrameLocator) => Promise<void>;

const paid: Journey = async (page, hosted) => {
  await payByCard(hosted, CARDS.paid);
  await untilOutcome(page, 'completed');
};
/** Presses until the next thing is there: the dialog follows the page's height, so that what is pressed may move meanwhile. */
const pressUntil = (pressed: Locator, next: Locator): Promise<void> =>
  until(async () => {
    await pressed.click({ timeout: 2_000 }).catch(() => undefined);
    return next.isVisible();
  });

/** What a sales person does in each scenario, from the open dialog to its end. */
export const JOURNEYS: Readonly<Record<ScenarioId, Journey>> = {
  paid,
  '3ds': async (page, hosted) => {
    await payByCard(hosted, CARDS.challenge);
    await hosted.getByRole('button', { name: 'Approve' }).click();
    await untilOutcome(page, 'completed');
  },
  declined: async (page, hosted) => {
    // The third refusal ends the page. A form that is on its way says that it is busy.
    for (let left = 2; left >= 0; left--) {
      await payByCard(hosted, CARDS.declined);
      if (left > 0) await hosted.locator('.card-form:not([aria-busy])').waitFor();
    }
    await shopIn(page).getByRole('button', { name: /close/i }).last().click();
    await untilOutcome(page, 'failed');
  },
  funds: async (page, hosted) => {
    await payByCard(hosted, CARDS.noFunds);
    await hosted.getByRole('alert').first().waitFor();
    await paid(page, hosted);
  },
  bank: async (page, hosted) => {
    const toTheBank = hosted.getByRole('button', { name: 'Continue to your bank' });
    await pressUntil(hosted.getByText(/^Bank/).first(), toTheBank);
    // The bank takes the whole window, and gives it back.
    const approve = page.getByRole('button', { name: 'Approve' });
    await pressUntil(toTheBank, approve);
    await approve.click();
    await untilOutcome(page, 'completed');
  },
  wallet: async (page, hosted) => {
    const pay = hosted.getByRole('button', { name: /with wallet$/ });
    await pressUntil(hosted.getByText(/^Wallet/).first(), pay);
    const approve = hosted.getByRole('button', { name: 'Approve' });
    await pressUntil(pay, approve);
    await approve.click();
    await untilOutcome(page, 'completed');
  },
  voucher: async (page, hosted) => {
    const order = hosted.getByRole('button', { name: /^Get a voucher/ });
    await pressUntil(hosted.getByText(/^Voucher/).first(), order);
    const goOn = hosted.getByRole('link', { name: 'Continue to the shop' });
    await pressUntil(order, goOn);
    await goOn.click();
    await untilOutcome(page, 'pending');
    await page.getByRole('button', { name: 'The customer pays the voucher' }).click();
    await untilTimeline(page, 'fulfilled');
  },
  expires: async (page) => {
    await shopIn(page).getByRole('button', { name: 'Start again' }).click({ timeout: 45_000 });
    await inDialog(shopIn(page)).getByLabel('Card number').waitFor();
  },
  closes: async (page, hosted) => {
    await hosted.getByLabel('Card number').fill('4242');
    await shopIn(page).getByRole('button', { name: 'Close', exact: true }).click();
    await shopIn(page).getByRole('button', { name: 'Leave' }).click();
    await untilOutcome(page, 'closed');
  },
  late: async (page, hosted) => {
    await paid(page, hosted);
    await page.getByRole('button', { name: 'Deliver it now' }).click();
    await untilTimeline(page, 'notification_received');
  },
  doubled: async (page, hosted) => {
    await paid(page, hosted);
    await untilTimeline(page, 'fulfilled');
  },
  lost: paid,
  down: async (page) => {
    await shopIn(page).getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('button', { name: 'Bring the gateway back' }).click();
    await page.getByText('Done.').waitFor();
    await shopIn(page).getByRole('button', { name: 'Try again' }).click();
    await paid(page, inDialog(shopIn(page)));
  },
  framing: async (page) => {
    await untilTimeline(page, 'load');
    await shopIn(page)
      .getByRole('button', { name: /full page/i })
      .first()
      .click();
    await payByCard(shopIn(page), CARDS.paid);
    await untilOutcome(page, 'completed');
  },
  slow: async (page, hosted) => {
    await shopIn(page).getByText('Opening the payment page…').first().waitFor();
    await paid(page, hosted);
  },
};
