import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveDocs } from '../../demo/server/pages/serveDocs.ts';
import { axeOn } from '../support/axe.ts';
import { docsFolder } from '../support/builtDocs.ts';
import { launch } from '../support/engines.ts';
import { type Served, serve } from '../support/serve.ts';

describe('the docs in a browser', () => {
  let served: Served;
  let browser: Browser;
  let base = '';
  beforeAll(async () => {
    const app = new Hono().route('/docs', serveDocs(docsFolder()));
    served = await serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    base = `http://localhost:${served.port}/docs/`;
    browser = await launch('chromium');
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  /** A page whose errors and refused loads are kept, and whatever it asks of another host. */
  async function open(address: string, options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (!/^(data:|http:\/\/localhost:)/.test(request.url())) problems.push(request.url());
    });
    await page.goto(address);
    return { page, problems, close: () => context.close() };
  }
  const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  it.each([
    ['session_create_failed', 'troubleshooting#session_create_failed', 'session_create_failed'],
    ['closeOnBackdrop', 'widget#options', 'Options'],
  ])('finds %s with the keyboard, and leads to its heading', async (query, address, heading) => {
    const { page, problems, close } = await open(base);
    await page.locator('#local-search button').waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('/');
        return page.locator('#localsearch-input').count();
      })
      .toBe(1);
    await page.keyboard.type(query);
    await page.locator(`#localsearch-list a[href$="${address}"]`).first().waitFor();
    const place = await page
      .locator('#localsearch-list a')
      .evaluateAll(
        (links, end) => links.findIndex((link) => link.getAttribute('href')?.endsWith(end)),
        address,
      );
    for (let step = 0; step < place; step++) await page.keyboard.press('ArrowDown');
    expect(place).toBeLessThan(3);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}${address}`);
    const target = page.getByRole('heading', { name: heading, exact: false }).first();
    await expect
      .poll(() => target.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 800))
      .toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('says so when nothing is found, and closes on Escape', async () => {
    const { page, close } = await open(base);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#localsearch-input').fill('zzzzzzzz');
    await page.getByText(/No results for/).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#localsearch-input').waitFor({ state: 'detached' });
    await close();
  });

  it('turns pages, without an ending in their addresses', async () => {
    const { page, close } = await open(base.replace(/\/$/, ''));
    expect(page.url()).toBe(base);
    await page.goto(`${base}saved-cards`);
    await page.getByRole('link', { name: /^Next page/ }).click();
    await page.waitForURL(`${base}payouts`);
    await page.getByRole('link', { name: /^Previous page/ }).click();
    await page.waitForURL(`${base}saved-cards`);
    const missing = await page.goto(`${base}nothing`);
    expect(missing?.status()).toBe(404);
    expect(missing?.headers()['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[^*]+; style-src 'self';/,
    );
    await close();
  });

  it('follows the system into the dark, and the switch, which it remembers', async () => {
    const { page, problems, close } = await open(`${base}expiry`, { colorScheme: 'dark' });
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
    expect(await isDark()).toBe(true);
    await page.getByRole('switch').first().click();
    await expect.poll(isDark).toBe(false);
    await page.reload();
    expect(await isDark()).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('copies a block of code', async () => {
    const { page, close } = await open(`${base}widget`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const block = page.locator('div.language-ts').first();
    await block.hover();
    await block.getByRole('button', { name: /copy/i }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain("import { createCheckout, isCheckoutError } from 'hpp-checkout';");
    await close();
  });

  it('shows each page as Markdown too, and the lists for language models', async () => {
    const { page, close } = await open(`${base}expiry`);
    const markdown = await page.locator('link[type="text/markdown"]').getAttribute('href');
    for (const [address, start] of [
      [`${markdown}`, '# Expiry'],
      ['llms.txt', '# hpp-checkout'],
      ['llms-full.txt', '# hpp-checkout'],
    ] as const) {
      const response = await page.request.get(new URL(address, base).href);
      expect([address, response.status(), (await response.text()).startsWith(start)]).toEqual([
        address,
        200,
        true,
      ]);
    }
    await close();
  });

  it.each(['desktop', 'phone'])('reads without scripts, %s', async (device) => {
    const viewport = device === 'phone' ? { width: 360, height: 740 } : { width: 1280, height: 800 };
    const { page, close } = await open(`${base}expiry`, { javaScriptEnabled: false, viewport });
    expect(await page.locator('h1').textContent()).toContain('Expiry');
    expect(await page.locator('.VPNavBarSearch').isVisible()).toBe(false);
    expect(await overflow(page)).toBe(0);
    await page.locator('.VPSidebar').getByRole('link', { name: 'Payouts' }).click();
    await page.waitForURL(`${base}payouts`);
    await close();
  });

  it('keeps the place of the menu’s button on a phone, where the browser paints before it has come', async () => {
    const { page, close } = await open(`${base}expiry`, { viewport: { width: 360, height: 740 } });
    const search = page.getByRole('button', { name: 'Search' });
    const place = await search.boundingBox();
    await page.locator('.VPNavBar .hamburger').evaluate((button) => button.remove());
    expect(await search.boundingBox()).toEqual(place);
    await close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility problem, ${colorScheme}, desktop and phone; nothing sticks out, nothing moves`, async () => {
      // Axe needs seconds for a long page: each kind of page is looked at once, code and headings wide, tables narrow.
      for (const [width, names] of [
        [1280, ['server', 'api/hpp-checkout/return']],
        [360, ['sandbox']],
      ] as const) {
        const viewport = { width, height: 780 };
        for (const name of names) {
          const { page, problems, close } = await open(`${base}${name}`, { viewport, colorScheme });
          await page.locator('.VPSidebar, .VPLocalNav').first().waitFor({ state: 'attached' });
          // Before axe, which scrolls the page. On a phone an arrow joins "On this page" (0.0004).
          const shifts = await layoutShifts(page);
          const sum = shifts.reduce((all, { value }) => all + value, 0);
          expect([name, sum < 0.001 ? [] : shifts]).toEqual([name, []]);
          const rules = colorScheme === 'light' ? 'wcag22' : 'colours';
          const { violations } = await axeOn(page, { rules }).analyze();
          const found = violations.filter(({ impact }) => impact !== 'minor');
          expect(found.map(({ id, nodes }) => [name, viewport.width, id, nodes[0]?.html])).toEqual([]);
          expect([name, viewport.width, await overflow(page)]).toEqual([name, viewport.width, 0]);
          expect(problems).toEqual([]);
          await close();
        }
      }
    });
  }
});

interface Shift {
  value: number;
  /** Class or name of each element that has moved, from where to where. */
  moved: string[];
}

/** What has moved since the page began. */
function layoutShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        type Entry = PerformanceEntry & { value: number; sources: Source[] };
        type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
        const nameOf = (node: Node | null) =>
          (node instanceof Element && node.className) || node?.nodeName || 'gone';
        const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`;
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          resolve(
            (list.getEntries() as Entry[]).map(({ value, sources }) => ({
              value,
              moved: sources.map(
                ({ node, previousRect, currentRect }) =>
                  `${nameOf(node)}: ${place(previousRect)} to ${place(currentRect)}`,
              ),
            })),
          );
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Without a shift nothing is observed.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
}
