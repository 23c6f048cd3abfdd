import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { shopIn } from './demoPlayground.ts';
import { run, toWebp } from './toWebp.ts';

/** As wide as a README shows it. */
const WIDTH = 800;
const VIEWPORT = { width: 1080, height: 690 };
/** Between two pictures. What lies between them is not seen, and costs its bytes. */
const STEP_MS = 100;
/** How much quicker than the tour itself, and how long its end stands. */
const SPEED = 1.6;
const END_MS = 2_600;
const QUALITY = '60';

/**
 * Records the first scene of the control room's film, in which a customer pays, as an animated WebP, and its last picture for those who want no
 * motion. Needs `img2webp` and `cwebp` (Debian: `webp`).
 */
export async function recordFilm(browser: Browser, shop: string, folder: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'light' });
  const frames = mkdtempSync(join(tmpdir(), 'film-'));
  try {
    const page = await context.newPage();
    await page.goto(`${shop}/?room`);
    await shopIn(page).locator('#pay').waitFor();
    // The shop alone: what the tour says stands beside the film, as text.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`.preview-bar, .panel, .tour, .sheet-button { display: none !important }
        .playground { display: block !important } .playground > main { block-size: 100dvh }
        .preview { display: block; padding: 0 } .device { border-radius: 0; box-shadow: none } .ringed { outline: 0 }`);
      document.adoptedStyleSheets.push(sheet);
    });
    const pictures: { file: string; at: number }[] = [];
    const cdp = await context.newCDPSession(page);
    cdp.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
      void cdp.send('Page.screencastFrameAck', { sessionId });
      const at = timestamp * 1_000;
      const last = pictures.at(-1);
      const isNear = last !== undefined && at - last.at < STEP_MS;
      const file = isNear ? last.file : join(frames, `${pictures.length}.png`);
      writeFileSync(file, Buffer.from(data, 'base64'));
      if (!isNear) pictures.push({ file, at });
    });
    await cdp.send('Page.startScreencast', { format: 'png', maxWidth: WIDTH, maxHeight: WIDTH });
    await page.evaluate(() => document.querySelector<HTMLElement>('.tour-button')?.click());
    await shopIn(page).locator('.result[data-outcome="completed"]').waitFor({ timeout: 120_000 });
    await page.waitForTimeout(1_500);
    await cdp.send('Page.stopScreencast');

    const args = pictures.flatMap(({ file, at }, index) => {
      const next = pictures[index + 1]?.at;
      const ms = next === undefined ? END_MS : Math.max(20, Math.round((next - at) / SPEED));
      return ['-d', String(Math.min(ms, END_MS)), file];
    });
    const film = join(folder, 'film.webp');
    run('img2webp', ['-loop', '0', '-kmax', '0', '-lossy', '-q', QUALITY, '-m', '6', ...args, '-o', film]);
    const still = pictures.at(-1)?.file ?? '';
    toWebp(still, join(folder, 'film-still.webp'));
  } finally {
    await context.close();
    rmSync(frames, { recursive: true, force: true });
  }
}
