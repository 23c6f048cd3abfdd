import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/engines.ts';
import { createHarness, type Harness } from '../support/harness.ts';
import { CARDS, hostedFrame, payByCard } from '../support/hostedPage.ts';

/*
 * Where things stand in the dialog, in one engine: that a customer sees what they need, that nothing moves, and how a phone's
 * sheet is closed. What a drag is, `view/dragSheet.test.ts` decides.
 */

const SIZES = [
  [1440, 900],
  [1280, 800],
  [1366, 680],
  [390, 844],
  [360, 640],
] as const;
/** From this width on, the order's lines stand beside the page: 60rem. */
const WIDE = 960;

let browser: Browser;
let harness: Harness;
let page: Page;

beforeAll(async () => {
  browser = await launch('chromium');
  harness = await createHarness({
    handler: {
      shopName: 'Morrow',
      resolveOrder: (order) => ({
        orderReference: String(order),
        amount: '119.30',
        currency: 'EUR',
        items: [
          { name: 'Gooseneck kettle', amount: '69.00' },
          { name: 'Stoneware dripper', amount: '24.50' },
          { name: 'House blend', quantity: 2, amount: '25.80' },
        ],
      }),
    },
  });
});
afterEach(() => page?.context().close());
afterAll(async () => {
  await browser?.close();
  await harness?.close();
});

const dialog = () => page.getByRole('dialog');
const order = () => page.getByRole('group', { name: 'Your order' });

async function arrive(options: Parameters<Browser['newContext']>[0], reference: string): Promise<void> {
  const context = await browser.newContext(options);
  page = await context.newPage();
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as never as { value: number; sources: { node: Node | null }[] };
        shifts.push([value, ...sources.map(({ node }) => node?.nodeName)]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${harness.shop}/?order=${reference}`);
}

async function open(): Promise<void> {
  await page.locator('#pay').click();
  await (await hostedFrame(page, harness.gateway)).getByRole('button', { name: /^Pay/ }).waitFor();
  await dialog().locator('main[aria-busy=false]').waitFor();
}

const shifts = () => page.evaluate(() => (window as never as { shifts: unknown[] }).shifts);

/** How far an element's box reaches out of the dialog's frame, in pixels: nothing, where all of it is to be seen. */
async function hiddenBy(): Promise<number> {
  const button = (await hostedFrame(page, harness.gateway)).getByRole('button', { name: /^Pay/ });
  const [inner, outer] = await Promise.all([button.boundingBox(), dialog().locator('main').boundingBox()]);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (!inner || !outer) return Number.POSITIVE_INFINITY;
  return Math.max(
    Math.max(outer.x, 0) - inner.x,
    Math.max(outer.y, 0) - inner.y,
    inner.x + inner.width - Math.min(outer.x + outer.width, width),
    inner.y + inner.height - Math.min(outer.y + outer.height, height),
    0,
  );
}

it('the page’s Pay button is in sight on every screen, the order beside it where there is room, and nothing shifts until it is paid', async () => {
  await arrive({ viewport: { width: 1440, height: 900 } }, 'layout');
  await open();
  await expect.poll(hiddenBy).toBe(0);
  // As high as the page has said, also where it did before the dialog's code was here.
  await expect.poll(async () => (await dialog().boundingBox())?.height).toBeLessThan(760);
  expect(await shifts()).toEqual([]);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect.poll(hiddenBy, { message: `${width}×${height}` }).toBe(0);
    expect(await order().isVisible(), `${width}×${height}`).toBe(width >= WIDE);
    if (width < WIDE) continue;
    const [lines, sheet] = [await order().boundingBox(), await dialog().boundingBox()];
    expect(lines?.x).toBeGreaterThanOrEqual(0);
    expect((lines?.x ?? 0) + (lines?.width ?? 0)).toBeLessThanOrEqual(sheet?.x ?? 0);
  }
  // What another window's size moves is no shift.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(hiddenBy).toBe(0);
  const before = (await shifts()).length;
  await payByCard(await hostedFrame(page, harness.gateway), CARDS.paid);
  await dialog().getByText('Payment complete').waitFor();
  expect((await shifts()).slice(before)).toEqual([]);
});

it('is as high as a page has said whose pictures keep it from its `load` for long', async () => {
  await arrive({ viewport: { width: 1280, height: 800 } }, 'slow-picture');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${harness.gateway}/hpp/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>Pay</title><p>A page that says once how high it is.</p>
        <script>parent.postMessage({ ns: 'hpp-checkout', v: 1, type: 'size', height: 432 }, '*')</script>
        <img src="/picture.png" alt="">`,
    }),
  );
  await page.route(`${harness.gateway}/picture.png`, async (route) => {
    await released;
    await route.abort();
  });
  await page.locator('#pay').click();
  // What it was told in turn; then as long as anything may change it.
  await dialog().evaluate(async (sheet: HTMLElement) => {
    const heights: string[] = [];
    const note = () => heights.push(sheet.style.getPropertyValue('--page'));
    Object.assign(window, { heights });
    while (!sheet.style.getPropertyValue('--page')) await new Promise(requestAnimationFrame);
    note();
    new MutationObserver(note).observe(sheet, { attributeFilter: ['style'] });
  });
  const pass = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  await pass();
  const failed = page.waitForEvent('requestfailed');
  release();
  await failed;
  await pass();
  expect(new Set(await page.evaluate(() => (window as never as { heights: string[] }).heights))).toEqual(
    new Set(['calc(432px + 4em)']),
  );
});

describe('a phone’s sheet', () => {
  let touch: CDPSession;

  type Point = readonly [x: number, y: number];

  /** One finger, from the first point over the others; let go at the last. */
  async function swipe(points: readonly Point[]): Promise<void> {
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
    await send('touchStart', points[0]);
    for (const point of points.slice(1)) await send('touchMove', point);
    await send('touchEnd');
  }

  /** Where its upper edge is, once the sheet is as high as its page and at rest. */
  async function top(): Promise<number> {
    await dialog().evaluate(async (sheet: HTMLElement) => {
      while (!sheet.style.getPropertyValue('--page')) await new Promise(requestAnimationFrame);
      await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
    });
    return (await dialog().boundingBox())?.y ?? Number.NaN;
  }
  async function bottom(): Promise<number> {
    const sheet = await dialog().boundingBox();
    return Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0));
  }
  const closed = () => dialog().waitFor({ state: 'hidden' });

  it('is closed by a drag, by Back and by its button; a drag that is none does nothing', async () => {
    await arrive({ viewport: { width: 390, height: 844 }, hasTouch: true }, 'sheet');
    touch = await page.context().newCDPSession(page);

    await open();
    const y = (await top()) + 30;
    const far = [150, y + 400] as const;
    // The shop is in sight behind it.
    expect(await top()).toBeGreaterThanOrEqual(32);
    await swipe([[150, y], [150, y + 60], far]);
    await closed();

    await open();
    await page.goBack();
    await closed();

    await open();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await closed();

    await open();
    const rest = await top();
    const across = [350, y + 10] as const;
    for (const end of [across, [150, y + 80] as const]) await swipe([[150, y], [150, y + 5], end]);
    await expect.poll(top).toBe(rest);
    expect(await page.locator('[part=notice]').count()).toBe(0);
  });

  it('asks before it is closed by a drag when the hosted page is in use, and stands where it was', async () => {
    await arrive({ viewport: { width: 390, height: 844 }, hasTouch: true }, 'sheet-in-use');
    touch = await page.context().newCDPSession(page);
    await open();
    const rest = await top();
    const y = rest + 30;
    const card = (await hostedFrame(page, harness.gateway)).getByLabel('Card number');
    await card.tap();
    await card.pressSequentially('4242');
    // A short one is none.
    await swipe([
      [150, y],
      [150, y + 40],
    ]);
    await expect.poll(top).toBe(rest);
    expect(await page.locator('[part=notice]').count()).toBe(0);
    await swipe([
      [150, y],
      [150, y + 60],
      [150, y + 400],
    ]);
    await dialog().getByText('Leave without paying?').waitFor();
    // Sprung back: as high as the question, on the window's lower edge.
    await expect.poll(bottom).toBe(844);
    await dialog().getByRole('button', { name: 'Keep paying' }).click();
    await expect.poll(() => card.inputValue()).toBe('4242');
    await expect.poll(bottom).toBe(844);
  });

  it('is not closed by a finger that the browser takes, a second finger, or a drag from a button; from right to left, without motion as well', async () => {
    await arrive(
      { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce', locale: 'ar' },
      'sheet-fingers&lang=ar&locale=ar',
    );
    touch = await page.context().newCDPSession(page);
    await open();
    const rest = await top();
    const y = rest + 30;
    const send = (type: string, ...points: { x: number; y: number; id: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints: points });
    const drawn = () => dialog().evaluate((sheet: HTMLElement) => sheet.style.getPropertyValue('--drag'));

    await send('touchStart', { x: 150, y, id: 1 });
    await send('touchMove', { x: 150, y: y + 60, id: 1 });
    await send('touchMove', { x: 150, y: y + 400, id: 1 });
    await expect.poll(drawn).toBe('340px');
    await send('touchCancel');
    await expect.poll(drawn).toBe('');
    await expect.poll(top).toBe(rest);

    // The second finger neither draws the sheet nor lets go of it.
    await send('touchStart', { x: 150, y, id: 1 });
    await send('touchMove', { x: 150, y: y + 20, id: 1 });
    await send('touchMove', { x: 150, y: y + 40, id: 1 });
    await expect.poll(drawn).toBe('20px');
    const first = { x: 150, y: y + 40, id: 1 };
    await send('touchStart', first, { x: 200, y: y + 10, id: 2 });
    await send('touchMove', first, { x: 200, y: y + 300, id: 2 });
    await send('touchMove', { ...first, y: y + 50 }, { x: 200, y: y + 500, id: 2 });
    await expect.poll(drawn).toBe('30px');
    await send('touchEnd');
    await expect.poll(top).toBe(rest);

    const button = await dialog().locator('[part=close]').boundingBox();
    const x = (button?.x ?? 0) + 20;
    await swipe([
      [x, y],
      [x, y + 60],
      [x, y + 400],
    ]);
    await expect.poll(top).toBe(rest);
    expect(await page.locator('[part=notice]').count()).toBe(0);

    await swipe([
      [250, y],
      [250, y + 60],
      [250, y + 400],
    ]);
    await closed();
  });
});
