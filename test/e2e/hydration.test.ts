import { describe, expect, it } from 'vitest';
import { bundleHydration, HYDRATING_FRAMEWORKS, serverDrawn } from '../support/bundleHydration.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { size } from '../support/size.ts';

/*
 * The widget draws its button into a page that a framework's server has drawn, before the framework's own code is here: which
 * then takes away what it does not know.
 */
describe('a page that is hydrated over our button', () => {
  const { harness, visitShop } = setUpShop();

  // Preact and Vue take the button away as React 18 does; React 19 draws the whole page anew.
  it.each(size(HYDRATING_FRAMEWORKS.slice(0, 2), HYDRATING_FRAMEWORKS))(
    '%s: button and link are there, once, and pay',
    async (framework) => {
      const hydrate = await bundleHydration(framework);
      harness.settings.body = serverDrawn(framework);
      const visit = await visitShop();
      await visit.arrive();
      const button = visit.page.locator('#place').getByRole('button', { name: 'Pay' });
      await button.waitFor();
      await visit.page.evaluate(`${hydrate};hydrate(document.querySelector('#root'))`);
      await visit.page.locator('#hydrated').waitFor();
      await button.waitFor();
      expect(await visit.page.locator('#place > *').count()).toBe(1);
      for (const opener of [visit.page.locator('#link'), button]) {
        await opener.click();
        await visit.hosted().locator('#pay').waitFor();
        if (opener !== button) await visit.page.keyboard.press('Escape');
      }
      harness.settings.status = { status: 'completed' };
      await visit.hosted().locator('#pay').click();
      await visit.expectOutcomes(['close', 'closed'], ['complete', 'completed'], ['close', 'completed']);
      expect(harness.asked).toHaveLength(2);
    },
  );

  it('goes on where a script takes the button away each time', async () => {
    harness.settings.body = serverDrawn();
    const visit = await visitShop();
    await visit.arrive();
    await visit.page.locator('#place').getByRole('button', { name: 'Pay' }).waitFor();
    const taken = visit.page.evaluate(
      () =>
        new Promise((resolve) => {
          const place = document.querySelector('#place') as Element;
          let times = 0;
          new MutationObserver(() => {
            if (place.firstChild) place.replaceChildren();
            if (++times > 9) resolve(times);
          }).observe(place, { childList: true });
          place.replaceChildren();
        }),
    );
    expect(await taken).toBe(10);
    // A page that is busy answers nothing.
    await visit.page.locator('#link').click();
    await visit.hosted().locator('#pay').waitFor();
  });
});
