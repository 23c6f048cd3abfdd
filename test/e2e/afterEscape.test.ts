import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleEntry } from '../support/bundleEntry.ts';
import { engines } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import type { WidgetVisit } from '../support/widgetVisit.ts';

/*
 * A customer closes the dialog by a key or a press, and what the shop's page listens for is no part of that: its popup stays, and
 * the focus is where the customer was.
 */

/** A popup of the shop's, in which the button stands; it hears of what is outside of it as plugins do. */
const POPUP = `<main><h1>Shop</h1><div id="popup"><button type="button" id="pay">Pay 10.00</button></div></main>
<script>
  window.heard = [];
  for (const type of ['keydown', 'keyup', 'mousedown', 'mouseup', 'touchstart', 'click'])
    document.addEventListener(type, (event) => {
      if (event.key || !popup.contains(event.target)) heard.push(type);
    });
</script>
<script src="/hpp-checkout.js"></script>
<script>HppCheckout.createCheckout({ session: '/session', order: 'A-1' }).mount('#pay');</script>`;

/** A button of the shop's own, without use for as long as it is paid, as guides for React have it. */
const OWN_BUTTON = `<main><h1>Shop</h1><fieldset id="set" style="border: 0"><button type="button" id="pay">Buy</button></fieldset></main>
<script src="/hpp-checkout.js"></script>
<script>
  const use = new URLSearchParams(location.search).get('by') === 'fieldset' ? document.querySelector('#set') : pay;
  const checkout = HppCheckout.createCheckout({ session: '/session', order: 'A-1' });
  // The files are here, as after a hover.
  window.warmed = checkout.warm();
  pay.addEventListener('click', async () => {
    checkout.open().finally(() => setTimeout(() => { use.disabled = false; }, 50));
    await Promise.resolve();
    setTimeout(() => { use.disabled = true; }, 100);
  });
</script>`;

/** A link that the script tag has found, in HTML that the page may keep and put in again. */
const MARKED_LINK = `<main><h1>Shop</h1><div id="cart"><a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay</a></div></main>
<script src="/hpp-checkout.js"></script>`;

const root = join(import.meta.dirname, '../..');
const OUR_ELEMENT = `<main><h1>Shop</h1><div><hpp-checkout id="pay" session="/session" order="A-1"></hpp-checkout></div></main>
<script type="module" src="/element.js"></script>`;
let element = '';
beforeAll(async () => {
  element = await bundleEntry(
    root,
    `import { HppCheckoutElement } from '${root}/src/widget/element.ts';\nHppCheckoutElement.pageOptions = { locale: 'en' };`,
  );
});

describe.each(engines)('after the dialog was closed, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);
  let visit: WidgetVisit;
  beforeEach(async () => {
    harness.settings.completesOnReturn = true;
    visit = await visitShop();
  });

  const goTo = async (html: string, query = '') => {
    harness.settings.pages['shop/popup'] =
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><body>${html}`;
    await visit.page.goto(`${harness.shop}/popup${query}`);
  };
  const open = async () => {
    await visit.page
      .locator('#pay')
      .getByRole('button')
      .or(visit.page.locator('#pay:not(hpp-checkout)'))
      .first()
      .click();
    await visit.hosted().locator('#card').waitFor();
    // Drawn by the checkout, which keeps the events.
    await visit.dialog().getByRole('heading').first().waitFor();
  };
  const closeButton = () => visit.dialog().locator('[part=close]');
  const focused = () =>
    visit.page.evaluate(() => document.activeElement?.id || document.activeElement?.nodeName);
  const heard = () => visit.page.evaluate(() => (window as never as { heard: string[] }).heard);

  it.each(['Escape', 'Enter'])('the page hears nothing of the key that has closed it: %s', async (key) => {
    await goTo(POPUP);
    await open();
    await closeButton().focus();
    await visit.page.keyboard.down(key);
    await expect.poll(() => visit.dialog().count()).toBe(0);
    await expect.poll(focused).toBe('pay');
    await visit.page.keyboard.up(key);
    expect(await heard()).toEqual([]);
    // And of all that comes after it.
    await visit.page.keyboard.press('Escape');
    expect(await heard()).toEqual(['keydown', 'keyup']);
  });

  it('the page hears nothing of a press in it', async () => {
    await goTo(POPUP);
    await open();
    await visit
      .dialog()
      .locator('header')
      .click({ position: { x: 4, y: 4 } });
    await closeButton().click();
    await expect.poll(() => visit.dialog().count()).toBe(0);
    expect(await heard()).toEqual([]);
  });

  it.each(['button', 'fieldset'])(
    'the focus is on a button that the shop has disabled meanwhile, by %s',
    async (by) => {
      await goTo(OWN_BUTTON, `?by=${by}`);
      await visit.page.evaluate('warmed');
      await open();
      await expect.poll(() => visit.page.locator('#pay').isDisabled()).toBe(true);
      await closeButton().focus();
      await visit.page.keyboard.press('Escape');
      await expect.poll(() => visit.page.locator('#pay').isDisabled()).toBe(false);
      await expect.poll(focused).toBe('pay');
    },
  );

  it('no button is busy, and the new one has the focus, where the page has put its HTML of meanwhile in again', async () => {
    await goTo(MARKED_LINK);
    await open();
    await visit.page.evaluate(() => {
      const cart = document.querySelector('#cart') as HTMLElement;
      const { innerHTML } = cart;
      cart.innerHTML = innerHTML;
    });
    await closeButton().focus();
    await visit.page.keyboard.press('Escape');
    await expect.poll(focused).toBe('pay');
    await expect.poll(() => visit.page.locator('#pay').getAttribute('aria-busy')).toBe('false');
  });

  it('the focus is on our own element that the page has drawn anew meanwhile', async () => {
    harness.settings.pages['shop/element.js'] = element;
    await goTo(OUR_ELEMENT);
    await open();
    await visit.page.evaluate(() => {
      const pay = document.querySelector('#pay') as HTMLElement;
      pay.replaceWith(pay.cloneNode());
    });
    await closeButton().focus();
    await visit.page.keyboard.press('Escape');
    await expect.poll(focused).toBe('pay');
  });
});
