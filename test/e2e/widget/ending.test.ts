import { beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../../support/setUpShop.ts';
import { USED_PAGE_LIFE_MS } from '../../support/shortLivedPages.ts';
import { sessionOf } from '../../support/widgetHarness.ts';
import type { WidgetVisit } from '../../support/widgetVisit.ts';

/* How an open ends, and what the customer may do about it. */

const { harness, visitShop } = setUpShop();
let visit: WidgetVisit;

beforeEach(async () => {
  visit = await visitShop();
});

it('shows completed when the server says so, then closes itself', async () => {
  await visit.loaded();
  harness.settings.status = { status: 'completed', orderReference: 'A-1' };
  await visit.hosted().locator('#pay').click();
  await visit.dialog().getByText('Payment complete').waitFor();
  await expect.poll(() => visit.page.locator('iframe[part=frame]').count()).toBe(0);
  await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
  await expect.poll(() => visit.dialog().count()).toBe(0);
  expect(harness.asked).toEqual([{ order: 'A-1', reason: 'open' }]);
});

it('answers the return page, and finds the outcome of one that stands a frame deeper', async () => {
  await visit.loaded();
  harness.settings.status = { status: 'completed' };
  await visit.hosted().locator('#nested').click();
  await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
});

it('offers to try again after a decline, with a session that names none as previous', async () => {
  await visit.loaded();
  harness.settings.status = { status: 'failed' };
  await visit.hosted().locator('#decline').click();
  await visit.dialog().getByText('Payment not completed').waitFor();
  harness.settings.status = { status: 'open' };
  await visit.dialog().getByRole('button', { name: 'Try again' }).click();
  await visit.hosted().locator('#card').waitFor();
  await expect
    .poll(() => visit.outcomes())
    .toEqual([
      ['fail', 'failed'],
      ['close', 'failed'],
    ]);
  expect(harness.asked).toEqual([
    { order: 'A-1', reason: 'open' },
    { order: 'A-1', reason: 'open' },
  ]);
});

it('renews an address that died before its page had loaded, without a word', async () => {
  harness.settings.hosted = 'hang';
  harness.settings.expiresInMs = 2000;
  await visit.open();
  await expect.poll(async () => harness.asked.length).toBe(2);
  harness.settings.expiresInMs = 120_000;
  expect(harness.asked[1]).toEqual({ order: 'A-1', reason: 'renew', previous: sessionOf(1) });
  expect(await visit.dialog().locator('[part=notice]').count()).toBe(0);
});

it('replaces a page that nobody has used at zero, without a word', async () => {
  harness.settings.expiresInMs = USED_PAGE_LIFE_MS;
  await visit.loaded();
  harness.settings.expiresInMs = 120_000;
  await expect.poll(() => visit.page.locator('iframe[part=frame]').getAttribute('src')).toContain('s2');
  await visit.hosted().locator('#card').waitFor();
  expect(harness.asked.map(({ reason }) => reason)).toEqual(['open', 'renew']);
  expect(await visit.notice().count()).toBe(0);
  await visit.expectOutcomes(['expiring', null]);
});

it('keeps the page at zero, asks, and offers both ways on', async () => {
  harness.settings.expiresInMs = USED_PAGE_LIFE_MS;
  await visit.loaded();
  await visit.hosted().locator('#card').fill('4');
  await visit.dialog().getByText('This payment page has timed out').waitFor();
  expect(await visit.hosted().locator('#card').inputValue()).toBe('4');
  expect(await visit.page.locator('iframe[part=frame]').count()).toBe(1);
  await visit.dialog().getByRole('button', { name: 'Keep paying' }).click();
  await visit.hosted().locator('#card').fill('4');
  harness.settings.status = { status: 'completed' };
  await visit.hosted().locator('#pay').click();
  await expect.poll(visit.outcomes).toContainEqual(['complete', 'completed']);
});

it('WCAG 2.2.1 starts again with a fresh page', async () => {
  harness.settings.expiresInMs = USED_PAGE_LIFE_MS;
  await visit.loaded();
  await visit.hosted().locator('#card').click();
  harness.settings.expiresInMs = 120_000;
  harness.settings.refusals = [
    { type: 'about:blank', title: 'Wait', status: 409, code: 'session_in_progress', retryAfterMs: 500 },
  ];
  await visit.dialog().getByRole('button', { name: 'Start again' }).click();
  await visit.dialog().getByText('Checking an earlier payment').waitFor();
  await expect.poll(() => visit.page.locator('iframe[part=frame]').getAttribute('src')).toContain('s2');
  expect(harness.asked.map(({ reason }) => reason)).toEqual(['open', 'renew', 'renew']);
});

it('shows an order that is paid already as completed', async () => {
  harness.settings.refusals = [
    { type: 'about:blank', title: 'Paid', status: 409, code: 'already_completed', orderReference: 'A-1' },
  ];
  await visit.open();
  await visit.dialog().getByText('Payment complete').waitFor();
  await visit.dialog().getByText('Reference A-1').waitFor();
  expect(harness.hostedCount).toBe(0);
});

it('says what is wrong when there is no session, and tries again', async () => {
  harness.settings.refusals = [{ status: 500, body: '<h1>Oops</h1>' }];
  await visit.open();
  await visit.dialog().getByText('The payment page could not be opened').waitFor();
  await visit.dialog().getByRole('button', { name: 'Try again' }).click();
  await visit.hosted().locator('#card').waitFor();
  await expect
    .poll(() => visit.outcomes())
    .toEqual([
      ['error', 'session_create_failed'],
      ['close', 'closed'],
    ]);
});
