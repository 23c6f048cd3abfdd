import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleModals, MODALS } from '../support/bundleModals.ts';
import { engines } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { size } from '../support/size.ts';
import type { WidgetVisit } from '../support/widgetVisit.ts';

/*
 * The Pay button in another modal, where cart drawers live: to it our dialog is "outside". `npm test` takes three of them in
 * Chromium, with the component; `npm run test:pages` all, with the hook and the script tag too, in both engines.
 */

const names = size(Object.keys(MODALS).slice(0, 3), Object.keys(MODALS));
let code = '';
beforeAll(async () => {
  code = await bundleModals(names);
}, 240_000);

describe.each(size(engines.slice(0, 1), engines))('a Pay button in another modal, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);

  async function openCart(query: string): Promise<WidgetVisit> {
    harness.settings.completesOnReturn = true;
    harness.settings.pages['shop/cart'] =
      `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1><div id="shop"></div></main><script src="/hpp-checkout.js"></script><script type="module" src="/modals.js"></script>`;
    harness.settings.pages['shop/modals.js'] = code;
    const visit = await visitShop();
    await visit.page.goto(`${harness.shop}/cart?modal=${query}`);
    await visit.page.click('#cart');
    const pay = visit.page.getByRole('button', { name: 'Pay', includeHidden: true });
    await pay.click();
    await visit.hosted().locator('#card').fill('4242');
    return visit;
  }

  it.each(names.flatMap((name) => size([name], [name, `${name}&hook`, `${name}&tag`])))(
    'stays open and pays, and our own buttons work: %s',
    async (query) => {
      const visit = await openCart(query);
      expect(await visit.page.getByText('Basket').count()).toBe(1);
      // Asked whether the customer means it: a button of ours was pressed, and another is.
      await visit.dialog().locator('[part=close]').click();
      await visit.notice().getByRole('button').first().click();
      await visit.notice().waitFor({ state: 'detached' });
      // And by a key, which modals listen for at the window.
      await visit.page.keyboard.press('Escape');
      await visit.notice().getByRole('button').first().click();
      await visit.notice().waitFor({ state: 'detached' });
      expect(await visit.page.getByText('Basket').count()).toBe(1);
      await visit.hosted().locator('#pay').click();
      await expectTold(visit.page);
      expect(await visit.page.getByText('Basket').count()).toBe(1);
      await expect.poll(() => focused(visit.page)).toBe('Pay');
    },
  );

  it.each(size(['&hook'], ['', '&hook', '&tag']))(
    'outlives the button and tells its handlers, and the focus ends in the page%s',
    async (how) => {
      const visit = await openCart(names[0] + how);
      await visit.page.evaluate('takeCartAway()');
      await visit.hosted().locator('#pay').click();
      await expectTold(visit.page);
      await expect.poll(() => focused(visit.page)).not.toBe('BODY');
      expect(await visit.page.locator('dialog, iframe').count()).toBe(0);
    },
  );
});

const expectTold = (page: Page) =>
  expect.poll(() => page.evaluate('told')).toEqual(['complete completed', 'close completed']);

/** What has the focus: its text, or its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const inner = element?.shadowRoot?.activeElement ?? element;
    return inner?.matches('a, button') ? inner.textContent : inner?.nodeName;
  });
