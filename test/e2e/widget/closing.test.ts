import { beforeEach, describe, expect, it } from 'vitest';
import { setUpShop } from '../../support/setUpShop.ts';
import type { WidgetVisit } from '../../support/widgetVisit.ts';

/* What a close asks, and what it gives back to the page. */

const { harness, visitShop } = setUpShop();
let visit: WidgetVisit;

beforeEach(async () => {
  visit = await visitShop();
});

it('closes before the page has loaded at once', async () => {
  harness.settings.hosted = 'hang';
  await visit.open();
  await visit.page.locator('iframe[part=frame]').waitFor();
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  await visit.expectOutcomes(['close', 'closed']);
  expect(harness.statusCount).toBe(0);
});

it('asks the server before it says closed', async () => {
  await visit.loaded();
  harness.settings.status = { status: 'completed' };
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
});

it('closes at Escape with the focus on the close button, which has it first, and gives it back to the opener', async () => {
  await visit.arrive();
  await visit.page.focus('#pay');
  await visit.page.keyboard.press('Enter');
  await visit.hosted().locator('#card').waitFor();
  const close = visit.dialog().getByRole('button', { name: 'Close' });
  await expect.poll(() => close.evaluate((element) => element.matches(':focus'))).toBe(true);
  await visit.page.keyboard.press('Escape');
  await visit.expectOutcomes(['close', 'closed']);
  await expect.poll(() => visit.page.evaluate(() => document.activeElement?.id)).toBe('pay');
});

it('stands at a second and third Escape until the server has answered', async () => {
  await visit.loaded();
  await visit.page.route('**/session/*', () => {});
  for (let press = 0; press < 3; press++) await visit.page.keyboard.press('Escape');
  await visit.dialog().getByText('Checking your payment').waitFor();
  await visit.expectOutcomes(['close', 'closed']);
  await expect.poll(() => visit.dialog().count()).toBe(0);
});

it('WCAG 2.1.2 3.3.4 asks back a customer who has been inside the page, and lets the keyboard out of the frame', async () => {
  await visit.loaded();
  await visit.hosted().locator('#card').fill('4111');
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  await visit.dialog().getByText('Leave without paying?').waitFor();
  await visit.page.keyboard.press('Tab');
  await visit.page.keyboard.press('Enter');
  await expect.poll(() => visit.dialog().locator('[part=notice]').count()).toBe(0);
  expect(await visit.hosted().locator('#card').inputValue()).toBe('4111');
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  await visit.dialog().getByRole('button', { name: 'Leave' }).click();
  await visit.expectOutcomes(['close', 'closed']);
});

it("locks the page's scroll, gives back exactly what was there, and moves nothing", async () => {
  await visit.page.addInitScript(() => {
    (window as never as { shifts: number }).shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as never as { shifts: number }).shifts += (entry as never as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visit.arrive();
  await visit.page.evaluate(() =>
    document.documentElement.style.setProperty('overflow', 'scroll', 'important'),
  );
  const before = await visit.page.evaluate(() => document.documentElement.getAttribute('style'));
  await visit.page.evaluate(() => scrollTo(0, 40));
  await visit.page.click('#pay');
  await visit.hosted().locator('#card').waitFor();
  await visit.page.mouse.move(10, 10);
  await visit.page.mouse.wheel(0, 300);
  // The frames in which a page that is not locked would have begun to move.
  await visit.page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await visit.page.evaluate(() => scrollY)).toBe(40);
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => visit.dialog().count()).toBe(0);
  await expect
    .poll(() => visit.page.evaluate(() => document.documentElement.getAttribute('style')))
    .toBe(before);
  expect(await visit.page.evaluate(() => (window as never as { shifts: number }).shifts)).toBe(0);
});

describe('where scrollbars take room, as in Firefox', () => {
  const firefox = setUpShop('firefox');

  it.each(['auto', 'stable', 'stable both-edges'])(
    'nothing moves on a page that keeps its scrollbar’s room by itself: %s',
    async (gutter) => {
      firefox.harness.settings.body = `<style nonce="n">html { scrollbar-gutter: ${gutter} } body { height: 300vh }</style>${firefox.harness.settings.body}`;
      const { page, arrive, dialog, hosted } = await firefox.visitShop();
      const sides = () =>
        page.evaluate(() => {
          const { left, right } = document.body.getBoundingClientRect();
          return [left, right, document.documentElement.clientWidth];
        });
      await arrive();
      const before = await sides();
      expect(before[2]).toBeLessThan(await page.evaluate(() => innerWidth));
      await page.click('#pay');
      await hosted().locator('#card').waitFor();
      expect(await sides()).toEqual(before);
      await dialog().getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => dialog().count()).toBe(0);
      expect(await sides()).toEqual(before);
    },
  );
});

it('leaves no style attribute where there was none', async () => {
  await visit.loaded();
  await visit.dialog().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => visit.dialog().count()).toBe(0);
  await expect
    .poll(() => visit.page.evaluate(() => document.documentElement.getAttribute('style')))
    .toBeNull();
});

it('F32 a shop that takes away the place of an inline page has closed it: the server is asked, and the page is as it was', async () => {
  harness.settings.body = `<div id="pay" data-hpp-checkout data-session="/session" data-presentation="inline"></div>`;
  await visit.arrive();
  await visit.page.click('#pay button');
  await visit.hosted().locator('#card').fill('4242');
  await expect.poll(visit.seen).toContainEqual(['load', null]);
  await visit.page.evaluate(() => document.querySelector('#pay')?.replaceWith(document.createElement('div')));
  await visit.expectOutcomes(['close', 'closed']);
  expect(harness.statusCount).toBeGreaterThan(0);
});

it('F32 a shop that replaces its whole body, as page loaders do, has closed nothing: the payment goes on', async () => {
  await visit.loaded();
  await visit.hosted().locator('#card').fill('4242');
  await visit.page.evaluate(() => document.body.replaceWith(document.createElement('body')));
  expect(await visit.hosted().locator('#card').inputValue()).toBe('4242');
  harness.settings.status = { status: 'completed' };
  await visit.hosted().locator('#pay').click();
  await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
});
