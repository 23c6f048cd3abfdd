import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startWidgetWorld, type WidgetWorld } from '../support/widgetWorld.ts';

let browser: Browser;
let world: WidgetWorld;
let page: Page;

beforeAll(async () => {
  [browser, world] = await Promise.all([launchChromium(), startWidgetWorld()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(5000);
});
afterEach(async () => {
  await page.close();
  world.reset();
});

const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 5000 });
const seen = () => page.evaluate(() => (window as never as { seen: [string, string | null][] }).seen);
const outcomes = async () => (await seen()).filter(([type]) => !['ready', 'open', 'load'].includes(type));
const dialog = () => page.locator('dialog[open]');
const hosted = (): FrameLocator => page.frameLocator('iframe[part=frame]');

async function shop(): Promise<void> {
  await page.goto(world.shop);
}
async function open(): Promise<void> {
  await shop();
  await page.click('#pay');
}
async function loaded(): Promise<void> {
  await open();
  await hosted().locator('#card').waitFor();
  await eventually(seen).toContainEqual(['load', null]);
}

it('shows completed when the server says so, then closes itself', async () => {
  await loaded();
  world.settings.status = { status: 'completed', orderReference: 'A-1' };
  await hosted().locator('#pay').click();
  await dialog().getByText('Payment complete').waitFor();
  expect(await page.locator('iframe[part=frame]').count()).toBe(0);
  await eventually(outcomes).toEqual([
    ['complete', 'completed'],
    ['close', 'completed'],
  ]);
  await eventually(() => dialog().count()).toBe(0);
  expect(world.asked).toEqual([{ order: 'A-1', reason: 'open' }]);
});

it('closes before the page has loaded at once', async () => {
  world.settings.hosted = 'hang';
  await open();
  await page.locator('iframe[part=frame]').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await eventually(outcomes).toEqual([['close', 'closed']]);
  expect(world.statusCount).toBe(0);
});

it('asks the server before it says closed', async () => {
  await loaded();
  world.settings.status = { status: 'completed' };
  await dialog().getByRole('button', { name: 'Close' }).click();
  await eventually(outcomes).toEqual([
    ['complete', 'completed'],
    ['close', 'completed'],
  ]);
});
