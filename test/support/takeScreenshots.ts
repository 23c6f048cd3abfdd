/*
 * `npm run screenshots`: every scenario at its telling moment, on a desktop, on a phone, in the dark and from right to left,
 * into test/.artifacts/screenshots, and into demo/docs the film that opens README and docs, and how a payment ends; with `film` or
 * `endings`, that alone. Needs a build.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { SCENARIO_IDS, type ScenarioId } from '../../demo/settings/scenarioIds.ts';
import { launchChromium, WHOLE_CHROMIUM } from './chromium.ts';
import { JOURNEYS, pressPay, shopIn } from './demoPlayground.ts';
import { inDialog } from './payer.ts';
import { pictureEndings } from './pictureEndings.ts';
import { recordFilm } from './recordFilm.ts';
import { startDemo } from './startDemo.ts';

const LOOKS: Readonly<Record<string, { context: BrowserContextOptions; query: string }>> = {
  desktop: { context: { viewport: { width: 1440, height: 900 } }, query: '' },
  phone: {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 2 },
    query: '',
  },
  dark: { context: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }, query: '&theme=dark' },
  rtl: { context: { viewport: { width: 1440, height: 900 } }, query: '&lang=ar' },
};
/** Pages and frames have drawn what they will draw. */
const DRAWN_MS = 700;

const [, , only] = process.argv;
const out = fileURLToPath(new URL('../.artifacts/screenshots', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
mkdirSync(out, { recursive: true });
const [demo, browser] = await Promise.all([startDemo(folder), launchChromium([], WHOLE_CHROMIUM)]);

/** The page open, and on the desktop also the end, driven as in the tests. */
async function shoot(page: Page, scenario: ScenarioId, look: string): Promise<void> {
  const file = (moment: string) => join(out, `${scenario}-${look}-${moment}.png`);
  await page.goto(`${demo.shop}/?scenario=${scenario}${LOOKS[look]?.query}`);
  await shopIn(page).locator('#pay').waitFor();
  await pressPay(page);
  await shopIn(page).getByRole('dialog').waitFor();
  await page.waitForTimeout(DRAWN_MS);
  await page.screenshot({ path: file('open') });
  if (look !== 'desktop') return;
  // One that nobody has used is replaced without a word.
  if (scenario === 'expires') await inDialog(shopIn(page)).getByLabel('Card number').click();
  await JOURNEYS[scenario](page, inDialog(shopIn(page)));
  await page.waitForTimeout(DRAWN_MS);
  await page.screenshot({ path: file('end') });
}

try {
  const docs = fileURLToPath(new URL('../../demo/docs', import.meta.url));
  if (only !== 'film') await pictureEndings(browser, docs);
  if (only !== 'endings') await recordFilm(browser, demo.shop, docs);
  const looks = only === undefined ? Object.entries(LOOKS) : [];
  for (const [look, { context: options, query }] of looks) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(`${demo.shop}/shop?${query.slice(1)}`);
    await page.waitForTimeout(DRAWN_MS);
    await page.screenshot({ path: join(out, `shop-${look}.png`), fullPage: true });
    await context.close();
    for (const scenario of SCENARIO_IDS) {
      const own = await browser.newContext(options);
      await shoot(await own.newPage(), scenario, look);
      await own.close();
    }
    console.log(`${look}: ${SCENARIO_IDS.length} scenarios`);
  }
  console.log(out);
} finally {
  await browser.close();
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
}
