import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pressPay, shopIn, untilOutcome, untilTimeline } from '../support/demoPlayground.ts';
import { launch } from '../support/engines.ts';
import { CARDS, inDialog, payByCard } from '../support/payer.ts';
import { startDemo } from '../support/startDemo.ts';

/*
 * The control room kills the process of the shop's server, with SIGKILL, when the bank has taken the money and before anybody has told the shop.
 */
it('F41 ships once what was paid while the shop’s server was killed, and tells so on the scoreboard', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const [demo, browser] = await Promise.all([startDemo(folder), launch('chromium')]);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const count = (name: string) => page.locator(`.score [data-count="${name}"] dd`).textContent();
    await page.goto(`${demo.shop}/?scenario=paid`);
    await expect.poll(() => count('paid')).toBe('0');
    await page.getByRole('button', { name: 'Pull the plug' }).click();
    await page.getByText('Now pay.').waitFor();
    await pressPay(page);
    await payByCard(inDialog(shopIn(page)), CARDS.paid);
    for (const type of ['killed', 'restarted', 'fulfilled']) await untilTimeline(page, type);
    await untilOutcome(page, 'completed');
    await page.getByText('shipped once').waitFor();
    const [killed, back] = await page
      .locator('.timeline :is([data-type="killed"], [data-type="restarted"]) .text')
      .evaluateAll((texts) => texts.map(({ textContent }) => /process (\d+)/.exec(textContent ?? '')?.[1]));
    expect(killed).toMatch(/^\d+$/);
    expect(back).toMatch(/^\d+$/);
    expect(back).not.toBe(killed);
    expect(() => process.kill(Number(killed), 0)).toThrow('ESRCH');
    for (const [name, number] of Object.entries({ paid: '1', shipped: '1', lost: '0', doubled: '0' })) {
      await expect.poll(() => count(name)).toBe(number);
    }
    expect([...demo.printed().matchAll(/paid {5}(MORROW-\S+)/g)]).toHaveLength(1);
  } finally {
    await browser.close();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
