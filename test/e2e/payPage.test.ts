import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { engines, launch, oneEngine } from '../support/engines.ts';
import { createHarness, type Harness } from '../support/harness.ts';
import { CARDS, payByCard } from '../support/hostedPage.ts';
import { watchCrashes } from '../support/watchCrashes.ts';

const HOUR = 3_600_000;

describe.each(engines)('the pay page in %s', (engine) => {
  let browser: Browser;
  let harness: Harness;
  beforeAll(async () => {
    browser = await launch(engine);
    harness = await createHarness({
      handler: { shopName: 'Kettles & Co', payLinks: { secret: 'a-secret-of-32-characters-or-more' } },
    });
  });
  afterAll(async () => {
    await harness.close();
    await browser.close();
  });

  const linkTo = (order: string) => harness.handler.payLink(order, { expiresAt: Date.now() + HOUR });

  async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    watchCrashes(page);
    await page.goto(address);
    return page;
  }

  const press = (page: Page) => page.getByRole('button', { name: 'Pay €49.90' }).click();
  const pagesOf = (orderReference: string) => harness.store.findSessions({ orderReference, test: true });

  it('T91 a signed link is paid, by the click alone; Back and a reload lead to the same page', async () => {
    const link = await linkTo('L-1');
    // Firefox cannot be driven with scripts turned off.
    const page = await visit(link, engine === 'chromium' ? { javaScriptEnabled: false } : {});
    await page.getByText('Kettles & Co').waitFor();
    await page.reload();
    expect(await pagesOf('L-1')).toEqual([]);
    await press(page);
    await page.getByLabel('Card number').waitFor();
    const hosted = page.url();
    await page.goBack();
    await press(page);
    await page.getByLabel('Card number').waitFor();
    expect(page.url()).toBe(hosted);
    await payByCard(page, CARDS.paid);
    await page.waitForURL((url) => url.origin !== new URL(hosted).origin);
    await expect.poll(() => harness.payments.map((paid) => paid.orderReference)).toContain('L-1');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Payment completed' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await pagesOf('L-1')).toHaveLength(1);
  });

  oneEngine(engine)('says nothing of the link to the hosted page', async () => {
    const page = await visit(await linkTo('L-2'));
    const asked = page.waitForRequest((request) => request.url().startsWith(harness.gateway));
    await press(page);
    expect(await (await asked).headerValue('referer')).toBeNull();
  });

  oneEngine(engine)(
    'wears the shop’s clothes, and so does the page that the customer comes back to',
    async () => {
      const logo =
        'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="9" height="9"%3E%3Crect width="9" height="9" fill="teal"/%3E%3C/svg%3E';
      const shop = await createHarness({
        handler: {
          shopName: 'Kettles & Co',
          shopLogo: logo,
          shopStyle: { accent: '#264a3f', onAccent: '#fdfbf5', radius: '3px', font: 'Georgia, serif' },
        },
      });
      onTestFinished(() => shop.close());
      const clothes = (page: Page) =>
        page.evaluate(() => {
          const action = document.querySelector('button, .on a') as Element;
          const { backgroundColor, color, borderRadius, fontFamily } = getComputedStyle(action);
          const { naturalWidth } = document.querySelector('.logo') as HTMLImageElement;
          return { backgroundColor, color, borderRadius, fontFamily, naturalWidth };
        });
      const worn = {
        backgroundColor: 'rgb(38, 74, 63)',
        color: 'rgb(253, 251, 245)',
        borderRadius: '3px',
        fontFamily: 'Georgia, serif',
        naturalWidth: 9,
      };
      for (const colorScheme of ['light', 'dark'] as const) {
        // With scripts the page goes on by itself.
        const page = await visit(`${shop.merchant}/checkout/pay?order=C-${colorScheme}`, {
          colorScheme,
          javaScriptEnabled: false,
        });
        expect(await clothes(page)).toEqual(worn);
        await press(page);
        await payByCard(page, CARDS.paid);
        await page.getByRole('heading', { name: 'Payment completed' }).waitFor();
        expect(await clothes(page)).toEqual(worn);
      }
    },
  );

  oneEngine(engine)('is read by everybody: axe, keyboard, dark, right to left, 320 px', async () => {
    const narrow = { viewport: { width: 320, height: 640 } };
    const ended = await linkTo('L-3');
    await harness.handler.revokePayLink(ended);
    const long = `${'Bestellung'.repeat(7)}-1`;
    for (const [address, options] of [
      [await linkTo('L-3'), {}],
      [await linkTo(long), { ...narrow, colorScheme: 'dark', locale: 'de-DE' }],
      [await linkTo('L-3'), { ...narrow, locale: 'he' }],
      [ended, { colorScheme: 'dark', locale: 'ar' }],
      [`${harness.merchant}/checkout/pay?link=1.a.b`, narrow],
    ] as const) {
      const page = await visit(address, options);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow).toBe(0);
    }
    const page = await visit(await linkTo('L-3'));
    await page.keyboard.press('Tab');
    const outline = await page.locator('button:focus').evaluate((button) => getComputedStyle(button).outline);
    expect(outline).toContain('3px');
    await page.keyboard.press('Enter');
    await page.getByLabel('Card number').waitFor();
  });
});
