import { beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../../support/setUpShop.ts';
import { sessionOf } from '../../support/widgetHarness.ts';
import type { WidgetVisit } from '../../support/widgetVisit.ts';

/* The full page in place of the frame, and the way back from it. */

const { harness, visitShop } = setUpShop();
let visit: WidgetVisit;

beforeEach(async () => {
  visit = await visitShop();
});

it('always has a way to the full page, also over a frame that shows nothing', async () => {
  harness.settings.hosted = 'deny';
  await visit.open();
  await visit.page.locator('iframe[part=frame]').waitFor();
  await visit.dialog().getByRole('button', { name: 'Open in full page' }).first().click();
  await visit.page.waitForURL(`${harness.hosted}/pay?s=*`);
});

it('F15 pays on the full page when the dialog cannot be loaded', async () => {
  await visit.page.route('**/hpp-checkout.dialog.*', (route) => route.abort());
  await visit.open();
  await visit.page.waitForURL(`${harness.hosted}/pay?s=*`);
});

it('resumes after a visit of the full page', async () => {
  harness.settings.body = `<button id="pay" data-hpp-checkout data-session="/session" data-presentation="redirect">Pay</button>`;
  await visit.open();
  await visit.page.waitForURL(`${harness.hosted}/pay?s=*`);
  harness.settings.status = { status: 'completed' };
  await visit.page.goto(harness.shop);
  // Its page needs no dialog.
  await visit.page.route('**/hpp-checkout.dialog.*', (route) => route.abort());
  const resume = () =>
    visit.page.evaluate(() =>
      (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({ session: '/x' }).resume(),
    );
  expect(await resume()).toEqual({ outcome: 'completed', sessionId: sessionOf(1) });
  expect(await resume()).toBeNull();
});

it('T33 resumes after the hosted page has broken out, and after a reload', async () => {
  for (const goAway of [
    async () => {
      await visit.page.evaluate((url) => location.assign(url), `${harness.hosted}/pay?s=x`);
      await visit.page.waitForURL(`${harness.hosted}/*`);
    },
    () => visit.page.reload(),
  ]) {
    harness.settings.status = { status: 'open' };
    await visit.loaded();
    await goAway();
    harness.settings.status = { status: 'completed' };
    await visit.page.goto(harness.shop);
    const result = await visit.page.evaluate(() =>
      (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({ session: '/x' }).resume(),
    );
    expect(result).toMatchObject({ outcome: 'completed' });
  }
});

it('a payment that is open in this page is nobody’s to resume', async () => {
  harness.settings.status = { status: 'open' };
  await visit.loaded();
  const resume = () =>
    visit.page.evaluate(() =>
      (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({ session: '/x' }).resume(),
    );
  expect(await resume()).toBeNull();
  harness.settings.status = { status: 'completed' };
  await visit.payByScript();
  await expect.poll(visit.outcomes).toEqual([
    ['complete', 'completed'],
    ['close', 'completed'],
  ]);
  // Told, and so forgotten.
  expect(await resume()).toBeNull();
});

it('is a plain link without JavaScript', async () => {
  const { page: plain } = await visitShop({ javaScriptEnabled: false });
  await plain.goto(harness.shop);
  await plain.click('#pay');
  expect(new URL(plain.url()).pathname).toBe('/plain');
});

interface Api {
  createCheckout(options: object): { resume(): Promise<unknown> };
}
