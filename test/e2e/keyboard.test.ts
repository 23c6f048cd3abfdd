import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpShop } from '../support/setUpShop.ts';

/** A phone whose on-screen keyboard we move: no desktop browser has one. */
describe('the sheet and the on-screen keyboard', () => {
  const { visitShop } = setUpShop();
  let page: Page;

  beforeEach(async () => {
    const visit = await visitShop({ viewport: { width: 390, height: 800 } });
    page = visit.page;
    await page.addInitScript(() => {
      const viewport = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: 800 });
      Object.defineProperty(window, 'visualViewport', { value: viewport });
    });
    await visit.open();
    await visit.hosted().locator('#card').waitFor();
  });

  const see = (what: { height: number; offsetTop?: number; scale?: number }) =>
    page.evaluate((to) => {
      const viewport = window.visualViewport as VisualViewport;
      Object.assign(viewport, { offsetTop: 0, scale: 1 }, to);
      viewport.dispatchEvent(new Event('resize'));
    }, what);
  const sheet = () => page.locator('dialog[open]').boundingBox();

  it('F52 WCAG 2.4.11 shrinks to what the keyboard leaves, keeps its close button there, and grows back', async () => {
    await expect.poll(() => sheet()).toMatchObject({ x: 0, y: 32, width: 390, height: 768 });
    await see({ height: 420 });
    await expect.poll(() => sheet()).toMatchObject({ y: 32, height: 388 });
    await see({ height: 420, offsetTop: 60 });
    await expect.poll(() => sheet()).toMatchObject({ y: 92, height: 388 });
    expect((await page.locator('[part=close]').boundingBox())?.y).toBeGreaterThanOrEqual(60);
    const frame = await page.locator('iframe[part=frame]').boundingBox();
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(480);
    await see({ height: 800 });
    await expect.poll(() => sheet()).toMatchObject({ y: 32, height: 768 });
  });

  it('WCAG 1.4.4 stays as it is for a customer who zooms in', async () => {
    await see({ height: 400, scale: 2 });
    expect(await sheet()).toMatchObject({ y: 32, height: 768 });
  });
});
