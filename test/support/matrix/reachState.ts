import { CARDS, hostedFrame } from '../hostedPage.ts';
import { until } from '../until.ts';
import type { Fixture } from './fixture.ts';
import type { State } from './state.ts';

/** The heading is drawn by the checkout, not by the shell that stands from the click on: Back and the store are its own from then on. */
const inCharge = (dialog: Fixture['dialog']) => dialog.getByRole('heading').first().waitFor();

/** What the customer does, and waits for, to get into each state. */
export const reachState: Record<State, (fixture: Fixture) => Promise<void>> = {
  async creating({ page, harness, answers, pay, dialog }) {
    answers.hold();
    const asked = page.waitForRequest(`${harness.merchant}/checkout/session`);
    await pay();
    await asked;
    await inCharge(dialog);
  },
  async loading({ page, harness, answers, pay, dialog }) {
    answers.hold();
    const asked = page.waitForRequest(`${harness.gateway}/hpp/**`);
    await pay();
    await asked;
    await inCharge(dialog);
  },
  async paying({ page, harness, pay, dialog }) {
    await pay();
    await (await hostedFrame(page, harness.gateway)).getByLabel('Card number').waitFor();
    await dialog.locator('main[aria-busy=false]').waitFor();
  },
  async expiring(fixture) {
    await reachState.paying(fixture);
    await fixture.dialog.getByText('seconds left to pay').first().waitFor();
  },
  async expired(fixture) {
    await reachState.paying(fixture);
    // A page that nobody has used would be replaced without a word.
    await (await hostedFrame(fixture.page, fixture.harness.gateway)).getByLabel('Card number').click();
    await fixture.dialog.getByText('This payment page has timed out').waitFor();
  },
  async confirming({ harness, answers, pay, card, dialog }) {
    answers.hold();
    await pay();
    await card();
    await dialog.getByText('Confirming your payment').waitFor();
    await until(() => harness.payments.length === 1);
  },
  async pending(fixture) {
    await reachState.confirming(fixture);
    await fixture.dialog.getByText('Your payment is being confirmed').waitFor();
  },
  async failed({ page, harness, pay, card, dialog }) {
    await pay();
    await card(CARDS.declined);
    const frame = await hostedFrame(page, harness.gateway);
    await frame.getByRole('button', { name: /^Cancel and return/ }).click();
    await dialog.getByText('Payment cancelled').waitFor();
  },
};
