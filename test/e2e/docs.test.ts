import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderDocs } from '../../demo/docs/site/render/renderDocs.ts';
import { serveDocs } from '../../demo/docs/site/serveDocs.ts';
import { writeDocs } from '../../demo/docs/site/writeDocs.ts';
import { launch } from '../support/engines.ts';
import { type Served, serve } from '../support/serve.ts';

describe('the docs in a browser', () => {
  const out = mkdtempSync(join(tmpdir(), 'hpp-checkout-docs-'));
  let served: Served;
  let browser: Browser;
  let base = '';
  beforeAll(async () => {
    await writeDocs(renderDocs(), out);
    served = await serve(
      getRequestListener(new Hono().route('/docs', serveDocs(out)).fetch, { overrideGlobalObjects: false }),
    );
    base = `http://localhost:${served.port}/docs/`;
    browser = await launch('chromium');
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    rmSync(out, { recursive: true, force: true });
  });

  /** A page whose errors and refused loads are kept. */
  async function open(address: string, options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(address);
    return { page, problems, close: () => context.close() };
  }
  const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  it('finds an error code and leads to its line', async () => {
    const { page, problems, close } = await open(base);
    await page.keyboard.press('/');
    await page.keyboard.type('session_create_timeout');
    const first = page.locator('#hits a').first();
    await first.waitFor();
    await first.click();
    await page.waitForURL(/troubleshooting/);
    await expect.poll(() => page.locator('h1').textContent()).toBe('Troubleshooting');
    expect(problems).toEqual([]);
    await close();
  });

  it('says so when nothing is found, and closes on Escape', async () => {
    const { page, close } = await open(base);
    await page.locator('#query').fill('zzzzzzzz');
    await page.getByText('Nothing about “zzzzzzzz”.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#hits').waitFor({ state: 'hidden' });
    await close();
  });

  it('turns pages, and adds the slash that addresses end in', async () => {
    const { page, close } = await open(base.replace(/\/$/, ''));
    expect(page.url()).toBe(base);
    await page.getByRole('link', { name: /Examples →/ }).click();
    await page.waitForURL(`${base}examples/`);
    await page.goto(`${base}server`);
    expect(page.url()).toBe(`${base}server/`);
    const missing = await page.goto(`${base}nothing/`);
    expect(missing?.status()).toBe(404);
    await close();
  });

  it('reads without scripts', async () => {
    const { page, close } = await open(`${base}expiry/`, { javaScriptEnabled: false });
    expect(await page.locator('h1').textContent()).toBe('Expiry');
    expect(await page.locator('#query').isVisible()).toBe(false);
    await close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility problem, ${colorScheme}, desktop and phone, and nothing sticks out`, async () => {
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 360, height: 740 },
      ]) {
        for (const slug of ['server/', 'troubleshooting/']) {
          const { page, problems, close } = await open(`${base}${slug}`, { viewport, colorScheme });
          // In one go, which is twice as fast: there is no frame to look into.
          const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
          expect(violations.map(({ id, nodes }) => [slug, viewport.width, id, nodes[0]?.html])).toEqual([]);
          expect([slug, viewport.width, await overflow(page)]).toEqual([slug, viewport.width, 0]);
          expect(problems).toEqual([]);
          await close();
        }
      }
    });
  }
});
