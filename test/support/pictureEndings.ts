import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { SessionStatusReply } from '../../src/protocol/page/status.ts';
import { toWebp } from './toWebp.ts';
import { createWidgetHarness } from './widgetHarness.ts';

/** As the docs' table names them (`demo/docs/widget.md`). */
const ENDINGS: Readonly<Record<string, SessionStatusReply>> = {
  completed: { status: 'completed', orderReference: 'A-1001', email: 'ada@example.com' },
  declined: { status: 'failed', reason: 'declined' },
  cancelled: { status: 'failed', reason: 'cancelled' },
  failed: { status: 'failed' },
  processing: { status: 'pending', reason: 'processing' },
  pending: { status: 'pending' },
};
const DIALOG = { width: 420, height: 560 };
const COLUMNS = 3;
const GAP = 20;
/** The dialog has come to stand, and its ring has closed. */
const DRAWN_MS = 1_200;

/** Takes one picture of how each payment can end, side by side in the order of the docs' table. Needs a build. */
export async function pictureEndings(browser: Browser, folder: string): Promise<void> {
  const harness = createWidgetHarness();
  await harness.open();
  const pictures = mkdtempSync(join(tmpdir(), 'endings-'));
  const context = await browser.newContext({ viewport: DIALOG, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const shots: string[] = [];
    for (const [name, status] of Object.entries(ENDINGS)) {
      harness.reset();
      harness.settings.test = false;
      harness.settings.session = { display: { merchant: 'Morrow', amount: '49.90', currency: 'EUR' } };
      harness.settings.body = `<div id="here"></div><script>HppCheckout.createCheckout({ session: '/session', order: 'A-1001',
        timeouts: { confirm: 100, successMessage: 60_000 } }).mount('#here')</script>`;
      await page.goto(harness.shop);
      await page.getByRole('button').click();
      await page.frameLocator('iframe[part=frame][title]').locator('#card').waitFor();
      harness.settings.status = status;
      await page.frameLocator('iframe[part=frame][title]').locator('#pay').click();
      await page.locator('[part=notice] h3').waitFor();
      await page.waitForTimeout(DRAWN_MS);
      const file = join(pictures, `${name}.png`);
      shots.push((await page.screenshot({ path: file })).toString('base64'));
    }
    const sheet = join(pictures, 'endings.png');
    await sideBySide(await context.newPage(), shots, sheet);
    toWebp(sheet, join(folder, 'endings.webp'));
  } finally {
    await context.close();
    await harness.close();
    rmSync(pictures, { recursive: true, force: true });
  }
}

async function sideBySide(page: Page, shots: readonly string[], path: string): Promise<void> {
  const rows = Math.ceil(shots.length / COLUMNS);
  const along = (count: number, size: number) => count * size + (count - 1) * GAP;
  await page.setViewportSize({ width: along(COLUMNS, DIALOG.width), height: along(rows, DIALOG.height) });
  await page.setContent(`<body style="margin:0;display:grid;grid-template-columns:repeat(${COLUMNS},${DIALOG.width}px);gap:${GAP}px;background:#8a9099">
    ${shots.map((shot) => `<img src="data:image/png;base64,${shot}" width="${DIALOG.width}" height="${DIALOG.height}">`).join('')}`);
  await page.screenshot({ path, scale: 'css' });
}
