import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeOn } from '../support/axe.ts';
import { shopIn } from '../support/demoPlayground.ts';
import { launch } from '../support/engines.ts';
import { CARDS, inDialog, payByCard } from '../support/payer.ts';
import { type RunningDemo, startDemo } from '../support/startDemo.ts';

/*
 * axe, with the rules of WCAG 2.2, on the pages that show what the package is: the shop, its thanks, and the control room.
 */
let folder: string;
let demo: RunningDemo;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
  [demo, browser] = await Promise.all([startDemo(folder), launch('chromium')]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const DEVICES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** What axe finds, but for what it calls minor. */
async function problemsOf(page: Page, what: string): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const { violations } = await axeOn(page, { rules: isDark ? 'colours' : 'wcag22' }).analyze();
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${what}: ${id}: ${html}`));
}

describe.each(['desktop', 'phone'] as const)('accessibility of the demo, %s', (device) => {
  it.each(['light', 'dark'] as const)('is without a serious or moderate problem, %s', async (theme) => {
    const context = await browser.newContext({
      viewport: DEVICES[device],
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const problems: string[] = [];

    await page.goto(`${demo.shop}/shop?theme=${theme}`);
    problems.push(...(await problemsOf(page, 'shop')));
    await page.getByRole('link', { name: /^Pay/ }).click();
    await payByCard(inDialog(page), CARDS.paid);
    await page.locator('.result[data-outcome="completed"]').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    problems.push(...(await problemsOf(page, 'thank-you page')));

    await page.goto(`${demo.shop}/?room&theme=${theme}`);
    await shopIn(page).locator('#pay').waitFor();
    if (device === 'phone') await page.locator('.sheet-button').click();
    for (const tab of ['Scenario', 'Your shop', 'Look', 'Code']) {
      await page.getByRole('tab', { name: tab }).click();
      problems.push(...(await problemsOf(page, `control room, ${tab}`)));
    }
    await page.getByRole('button', { name: 'Tour' }).click();
    await page.getByLabel('Guided tour').waitFor();
    problems.push(...(await problemsOf(page, 'tour')));
    await context.close();
    expect(problems).toEqual([]);
  });
});
