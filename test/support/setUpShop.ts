import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Engine, launch } from './engines.ts';
import { visitShop, type WidgetVisit } from './widgetVisit.ts';
import { createWidgetWorld, type WidgetWorld } from './widgetWorld.ts';

export interface SetUpShop {
  world: WidgetWorld;
  /** A customer in a browser of their own, for the test that is running. */
  visitShop(options?: Parameters<Browser['newContext']>[0]): Promise<WidgetVisit>;
}

/**
 * For the tests of a file or of a `describe`: one browser, and one `WidgetWorld` that each of them finds as new.
 *
 * @param switches of Chromium's command line.
 */
export function setUpShop(engine: Engine = 'chromium', switches: readonly string[] = []): SetUpShop {
  const world = createWidgetWorld();
  let browser: Browser | undefined;
  beforeAll(async () => {
    [browser] = await Promise.all([launch(engine, switches), world.open()]);
  });
  afterAll(async () => {
    await browser?.close();
    await world.close();
  });
  // Before a test, when the pages of the last one are closed and ask for nothing any more.
  beforeEach(() => world.reset());
  return {
    world,
    visitShop: (options) => visitShop(browser as Browser, world, options),
  };
}
