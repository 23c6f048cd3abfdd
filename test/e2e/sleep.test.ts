import { setTimeout as passes } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpShop } from '../support/setUpShop.ts';
import type { WidgetVisit } from '../support/widgetVisit.ts';

/** A machine that sleeps while the payment page is open: every process of the browser stops, for longer than the page lives. */
const LIFE_MS = 4_000;
/** After waking. A customer looks at the dialog at once. */
const AT_ONCE_MS = 3_000;

const { world, visitShop } = setUpShop();

async function atThePage(): Promise<WidgetVisit> {
  world.settings.expiresInMs = LIFE_MS;
  const visit = await visitShop();
  await visit.loaded();
  return visit;
}

/** @param meanwhile runs while the browser sleeps. */
async function sleep(page: Page, meanwhile = () => {}): Promise<void> {
  const devtools = await (page.context().browser() as Browser).newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const browser = processInfo.find(({ type }) => type === 'browser')?.id as number;
  // Its whole group: the driver starts it as the leader of one.
  process.kill(-browser, 'SIGSTOP');
  try {
    meanwhile();
    await passes(LIFE_MS + 500);
  } finally {
    process.kill(-browser, 'SIGCONT');
  }
}

it('F26 after a sleep that outlasts the page the dialog says so at once, and the customer can start again', async () => {
  const visit = await atThePage();
  await sleep(visit.page);
  await visit.notice().getByText('This payment page has timed out').waitFor({ timeout: AT_ONCE_MS });
  expect(await visit.outcomes()).toEqual([['expiring', null]]);
  world.settings.expiresInMs = 120_000;
  await visit.notice().getByRole('button', { name: 'Start again' }).click();
  await visit.hosted().locator('#card').fill('4242');
  world.settings.status = { status: 'completed' };
  await visit.hosted().locator('#pay').click();
  await visit.expectOutcomes(['expiring', null], ['complete', 'completed'], ['close', 'completed']);
  expect(world.asked.map(({ reason }) => reason)).toEqual(['open', 'renew']);
});

it('F26 a payment that was made before the sleep, or during it, is the first thing seen after it', async () => {
  const visit = await atThePage();
  await visit.page.evaluate(() => {
    const shell = () => document.querySelector('body > div')?.shadowRoot;
    const told = window as never as { titles: Set<string> };
    told.titles = new Set();
    new MutationObserver(() => told.titles.add(shell()?.querySelector('h3')?.textContent ?? '')).observe(
      shell() as ShadowRoot,
      { subtree: true, childList: true },
    );
  });
  await sleep(visit.page, () => {
    world.settings.status = { status: 'completed', orderReference: 'A-1' };
  });
  await visit.notice().getByText('Payment complete').waitFor({ timeout: AT_ONCE_MS });
  await visit.expectOutcomes(['expiring', null], ['complete', 'completed'], ['close', 'completed']);
  const seen = await visit.page.evaluate(() => [...(window as never as { titles: Set<string> }).titles]);
  expect(seen).not.toContain('This payment page has timed out');
  expect(world.asked).toHaveLength(1);
});
