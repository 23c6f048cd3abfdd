import { afterAll, beforeAll, describe, it } from 'vitest';
import { allEngines, launch } from '../support/engines.ts';
import { size } from '../support/size.ts';
import { launchWebKit } from '../support/webkit.ts';
import { createWidgetHarness } from '../support/widgetHarness.ts';
import { hostileCss } from './pages/hostileCss.ts';
import { layouts } from './pages/layouts.ts';
import { libraries } from './pages/libraries.ts';
import { openers } from './pages/openers.ts';
import { patched } from './pages/patched.ts';
import { payOn } from './pages/payOn.ts';
import { plugins } from './pages/plugins.ts';
import { scrollLocks } from './pages/scrollLocks.ts';
import type { ShopPage } from './pages/shopPage.ts';
import { shops } from './pages/shops.ts';
import { strangers } from './pages/strangers.ts';
import { swaps } from './pages/swaps.ts';
import { type Visitor, visitByPlaywright, visitByWebDriver } from './pages/visitor.ts';

/** How to add a page stands at `ShopPage`. */
const PAGES: readonly ShopPage[] = [
  ...hostileCss,
  ...layouts,
  ...scrollLocks,
  ...openers,
  ...swaps,
  ...patched,
  ...libraries,
  ...shops,
  ...strangers,
  ...plugins,
];

// What a page does to us is decided by its code: the first engine takes the list in `npm test`, each in `npm run test:pages`.
const engines = size(allEngines.slice(0, 1), allEngines);
const pages = PAGES.filter(({ isLong }) => size(!isLong, true));

describe.each(engines)('pages of shops, in %s', (engine) => {
  const harness = createWidgetHarness();
  let visit: () => Promise<Visitor>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    await harness.open();
    harness.settings.completesOnReturn = true;
    harness.settings.test = false;
    if (engine === 'webkit') {
      const webkit = await launchWebKit();
      visit = async () => visitByWebDriver(webkit.driver, harness);
      close = webkit.close;
    } else {
      const browser = await launch(engine);
      visit = () => visitByPlaywright(browser, harness);
      close = () => browser.close();
    }
  });
  afterAll(async () => {
    await close();
    await harness.close();
  });

  // Side by side where each page has a window of its own: they wait for each other's servers, not for each other.
  const paid = engine === 'chromium' ? it.concurrent : it;
  const reached = pages.filter(({ isClosed }) => !isClosed || engine !== 'webkit');
  paid.each(reached.map((page, at) => [page.name, page, at] as const))(
    'pays on a page that %s',
    async (_, page, at) => {
      const visitor = await visit();
      try {
        await payOn(page, visitor, harness, `/page-${at}`);
      } finally {
        await visitor.leave();
      }
    },
  );
});
