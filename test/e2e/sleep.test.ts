import { describe, expect, it } from 'vitest';
import { findBrowser, standStill } from '../support/browserProcess.ts';
import { engines } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { USED_PAGE_LIFE_MS } from '../support/shortLivedPages.ts';
import type { WidgetVisit } from '../support/widgetVisit.ts';

/* A machine that sleeps while the payment page is open: every process of the browser stops until the page has outlived its time. */

/** How often the server is asked at most before the dialog says what has become of the payment: it does so at once. */
const AT_ONCE = 2;

describe.each(engines)('a sleep in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);
  /** The browser's whole group, with every process of a page. */
  const sleep = (meanwhile?: () => void) => standStill([-findBrowser(engine)], USED_PAGE_LIFE_MS, meanwhile);

  async function atThePage(): Promise<WidgetVisit> {
    harness.settings.expiresInMs = USED_PAGE_LIFE_MS;
    const visit = await visitShop();
    await visit.loaded();
    await visit.hosted().locator('#card').click();
    return visit;
  }

  it('F26 after a sleep that outlasts the page the dialog says so at once, and the customer can start again', async () => {
    const visit = await atThePage();
    await sleep();
    const asked = harness.statusCount;
    await visit.notice().getByText('This payment page has timed out').waitFor();
    expect(harness.statusCount - asked).toBeLessThanOrEqual(AT_ONCE);
    expect(await visit.outcomes()).toEqual([['expiring', null]]);
    harness.settings.expiresInMs = 120_000;
    await visit.notice().getByRole('button', { name: 'Start again' }).click();
    await visit.hosted().locator('#card').fill('4242');
    harness.settings.status = { status: 'completed' };
    await visit.hosted().locator('#pay').click();
    await visit.expectOutcomes(['expiring', null], ['complete', 'completed'], ['close', 'completed']);
    expect(harness.asked.map(({ reason }) => reason)).toEqual(['open', 'renew']);
  });

  it('F26 a payment that was made before the sleep, or during it, is the first thing seen after it', async () => {
    const visit = await atThePage();
    await visit.page.evaluate(() => {
      const shell = () => document.querySelector('hpp-checkout-dialog')?.shadowRoot;
      const told = window as never as { titles: Set<string> };
      told.titles = new Set();
      new MutationObserver(() => told.titles.add(shell()?.querySelector('h3')?.textContent ?? '')).observe(
        shell() as ShadowRoot,
        { subtree: true, childList: true },
      );
    });
    await sleep(() => {
      harness.settings.status = { status: 'completed', orderReference: 'A-1' };
    });
    const asked = harness.statusCount;
    await visit.notice().getByText('Payment complete').waitFor();
    expect(harness.statusCount - asked).toBeLessThanOrEqual(AT_ONCE);
    await visit.expectOutcomes(['expiring', null], ['complete', 'completed'], ['close', 'completed']);
    const seen = await visit.page.evaluate(() => [...(window as never as { titles: Set<string> }).titles]);
    expect(seen).not.toContain('This payment page has timed out');
    expect(harness.asked).toHaveLength(1);
  });
});
