import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Engine, launch } from './engines.ts';
import { createWidgetHarness, type WidgetHarness } from './widgetHarness.ts';
import { visitShop, type WidgetVisit } from './widgetVisit.ts';

export interface SetUpShop {
  harness: WidgetHarness;
  /** A customer in a browser of their own, for the test that is running. */
  visitShop(options?: Parameters<Browser['newContext']>[0]): Promise<WidgetVisit>;
}

/**
 * For the tests of a file or of a `describe`: one browser, and one `WidgetHarness` that each of them finds as new.
 *
 * @param switches of Chromium's command line, for a browser of their own.
 */
export function setUpShop(engine: Engine = 'chromium', switches: readonly string[] = []): SetUpShop {
  const harness = createWidgetHarness();
  let browser: Browser | undefined;
  beforeAll(async () => {
    const launching = switches.length > 0 ? launchChromium(switches) : launch(engine);
    [browser] = await Promise.all([launching, harness.open()]);
  });
  afterAll(async () => {
    await browser?.close();
    await harness.close();
  });
  // Before a test, when the pages of the last one are closed and ask for nothing any more.
  beforeEach(() => harness.reset());
  return {
    harness,
    visitShop: (options) => visitShop(browser as Browser, harness, options),
  };
}
