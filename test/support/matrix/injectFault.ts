import type { Page } from 'playwright-core';
import { findBrowser, findTabs, standStill } from '../browserProcess.ts';
import { goInHistory } from '../goInHistory.ts';
import { until } from '../until.ts';
import type { Fault } from './fault.ts';
import type { Fixture } from './fixture.ts';

/** What the customer, or the test behind their back, does for each fault. */
export const injectFault: Record<Fault, (fixture: Fixture) => Promise<void>> = {
  async reload({ harness, page, state, answers }) {
    // The decision comes while nobody looks.
    if (state === 'confirming') answers.release();
    if (state === 'expired') {
      // The server knows as well as the dialog does.
      await until(async () => {
        const [session] = await harness.store.findSessions({ orderReference: 'A-1', test: true });
        return session?.value.status === 'expired';
      });
    }
    await page.reload();
    if (state === 'creating' || state === 'loading') answers.release();
    await page.evaluate(() => (window as never as { resumed: Promise<unknown> }).resumed);
  },
  close: ({ press }) => press('Close'),
  async back({ page, state, dialog }) {
    const goBack = () => goInHistory(page, -1);
    if (state !== 'confirming') return goBack();
    // What the customer did inside the frame is taken back first.
    // Such a step shows nothing to wait for, and one Back too many would answer the question: each has some seconds.
    await until(async () => {
      await goBack();
      const question = dialog.getByText('Leave without paying?').waitFor({ timeout: 4_000 });
      return question.then(
        () => true,
        () => false,
      );
    });
  },
  async offline({ page, state, dialog, answers }) {
    await page.context().setOffline(true);
    if (state === 'creating') {
      answers.release();
      await dialog.getByText('The payment page could not be opened').waitFor();
    } else if (state === 'loading' || state === 'paying' || state === 'expiring') {
      await dialog.getByText('You are offline').first().waitFor();
    }
    await page.context().setOffline(false);
    // Firefox needs a moment to reach anybody again, and a press meanwhile would be refused.
    await until(() =>
      page.evaluate(() =>
        fetch(location.href).then(
          () => true,
          () => false,
        ),
      ),
    );
  },
  async cut({ page, state, dialog, answers, network }) {
    const inVain = page.waitForEvent('requestfailed');
    network.set({ kind: 'refuse' });
    if (state === 'creating' || state === 'loading') answers.release();
    if (state === 'creating') await dialog.getByText('The payment page could not be opened').waitFor();
    // Nobody asks where all has been told.
    if (state === 'pending' || state === 'failed') inVain.catch(() => {});
    else await inVain;
    network.set({ kind: 'none' });
  },
  freeze: ({ page }) =>
    page.context().browser()?.browserType().name() === 'firefox' ? freezeFirefox(page) : freezeChromium(page),
  async crash({ crash }) {
    crash();
  },
};

async function freezeChromium(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
}

/** From outside, for Firefox has no command for it. */
async function freezeFirefox(page: Page): Promise<void> {
  await page.evaluate(() => {
    let last = performance.now();
    const hasStoodStill = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const now = performance.now();
        if (now - last > 1_000) {
          clearInterval(timer);
          resolve();
        }
        last = now;
      }, 20);
    });
    Object.assign(window, { hasStoodStill });
  });
  await standStill(findTabs(findBrowser('firefox')), 1_500);
  await page.evaluate(() => (window as never as { hasStoodStill: Promise<void> }).hasStoodStill);
}
