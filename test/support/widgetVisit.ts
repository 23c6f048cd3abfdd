import type { Browser, Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { watchCrashes } from './watchCrashes.ts';
import type { WidgetHarness } from './widgetHarness.ts';

/** A customer at the shop of a `WidgetHarness`, in a browser of their own. */
export interface WidgetVisit {
  page: Page;
  /** Uncaught errors of the shop's page. What a test leaves here fails it. */
  crashes: Error[];
  dialog(): Locator;
  notice(): Locator;
  hosted(): FrameLocator;
  /** The frame that the hosted page stands in, for running scripts as that page. */
  hostedFrame(): Promise<Frame>;
  /** Presses the hosted page's button by a script of that page, for a page of the shop that lets nobody press it. */
  payByScript(): Promise<void>;
  /** Goes to the shop. */
  arrive(): Promise<void>;
  /** Goes to the shop and presses Pay. */
  open(): Promise<void>;
  /** The same, until the hosted page is in use. */
  loaded(): Promise<void>;
  /** What the checkout has told, with its outcome or error code. */
  seen(): Promise<[type: string, detail: string | null][]>;
  /** The same without `ready`, `open` and `load`. */
  outcomes(): Promise<[type: string, detail: string | null][]>;
  expectOutcomes(...outcomes: [type: string, detail: string | null][]): Promise<void>;
}

export async function visitShop(
  browser: Browser,
  harness: WidgetHarness,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WidgetVisit> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  return watchShop(await context.newPage(), harness);
}

/** The same, for a page that is open already. */
export function watchShop(page: Page, harness: WidgetHarness): WidgetVisit {
  const crashes = watchCrashes(page);

  const visit: WidgetVisit = {
    page,
    crashes,
    dialog: () => page.locator('dialog[open]'),
    notice: () => page.locator('[part=notice]'),
    // With a title: the checkout is in charge of it, and no driver is faster than its code.
    hosted: () => page.frameLocator('iframe[part=frame][title]'),
    async hostedFrame() {
      const find = () => page.frames().find((frame) => frame.url().startsWith(`${harness.hosted}/pay`));
      await expect.poll(find).toBeDefined();
      return find() as Frame;
    },
    async payByScript() {
      // In a turn of its own: the frame that is asked is gone when it has been pressed.
      await (await visit.hostedFrame()).evaluate(() => {
        setTimeout(() => document.querySelector<HTMLElement>('#pay')?.click());
      });
    },
    async arrive() {
      await page.goto(harness.shop);
    },
    async open() {
      await visit.arrive();
      await page.click('#pay');
    },
    async loaded() {
      await visit.open();
      await visit.hosted().locator('#card').waitFor();
      await expect.poll(visit.seen).toContainEqual(['load', null]);
    },
    seen: () => page.evaluate(() => (window as never as { seen: [string, string | null][] }).seen),
    async outcomes() {
      return (await visit.seen()).filter(([type]) => !['ready', 'open', 'load'].includes(type));
    },
    async expectOutcomes(...outcomes) {
      await expect.poll(visit.outcomes).toEqual(outcomes);
    },
  };
  return visit;
}
