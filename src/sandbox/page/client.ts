/*
 * The hosted page's script, in the customer's browser: bundled with its imports into one inline text (`?script`).
 * Everything here makes a form that works without it quicker and kinder; nothing here is relied on by the server.
 */
import { cardForm } from './client/cardForm.ts';
import { countDown } from './client/countDown.ts';
import { guardForms } from './client/guardForms.ts';
import { offerCopies } from './client/offerCopies.ts';
import { reportIssued } from './client/reportIssued.ts';
import { reportSize } from './client/reportSize.ts';
import { takeSteps } from './client/takeSteps.ts';
import { offerTestCards } from './client/testCards.ts';
import type { ClientTexts } from './clientTexts.ts';

const page = document.querySelector<HTMLElement>('[data-texts]');
if (page !== null) {
  const texts = JSON.parse(page.dataset.texts ?? '{}') as ClientTexts;
  const form = document.querySelector<HTMLFormElement>('.card-form');
  if (form !== null) {
    cardForm(form, texts, () => new Date());
    offerTestCards(form, new Date());
  }
  countDown(page, texts, { clocks: [() => performance.now(), () => Date.now()] });
}
guardForms(document);
offerCopies(document);
const { driver } = document.documentElement.dataset;
if (driver !== undefined) takeSteps(window, driver);
const sheet = document.querySelector<HTMLElement>('.sheet');
if (sheet !== null) reportSize(window, sheet);
if (document.querySelector('.voucher') !== null) reportIssued(window);
// What went wrong was rendered with the page, so nobody would read it out.
document.querySelector<HTMLElement>('.alert:not([hidden])')?.focus();
