import type { Page } from 'playwright-core';

/**
 * Goes back or forward by script, in a turn of its own: a page that comes from bfcache may be there before the driver's
 * call has returned, and the call would fail with "Execution context was destroyed".
 */
export function goInHistory(page: Page, steps: number): Promise<void> {
  return page.evaluate((by) => {
    setTimeout(() => history.go(by));
  }, steps);
}
