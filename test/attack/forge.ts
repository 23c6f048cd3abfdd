import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { WidgetHarness } from '../support/widgetHarness.ts';
import type { WidgetVisit } from '../support/widgetVisit.ts';

/** The genuine message, with more in it than it may say. */
export const genuine = (session: string) => ({
  ns: 'hpp-checkout',
  v: 1,
  type: 'returned',
  session,
  hint: 'success',
  status: 'completed',
  outcome: 'completed',
});

export type Target = 'parent' | 'top' | 'opener';

/** Posts from a window, and counts in that window how often a widget answered. */
export async function post(from: Page | Frame, target: Target, messages: readonly unknown[]): Promise<void> {
  await from.evaluate(
    ([to, list]) => {
      const sender = window as never as { acks?: number } & Window;
      if (sender.acks === undefined) {
        sender.acks = 0;
        addEventListener('message', (event) => {
          if (event.data?.type === 'ack') sender.acks = (sender.acks ?? 0) + 1;
        });
      }
      for (const message of list) (window[to] as Window).postMessage(message, '*');
    },
    [target, messages] as const,
  );
}

/** How often a widget answered messages that were posted from this window. */
export const acksOf = (from: Page | Frame) =>
  from.evaluate(() => (window as never as { acks?: number }).acks ?? 0);

/** Leads our frame to a blank page of the shop's own origin: where the return page stands, from which messages count. */
export async function frameOfReturnPage(visit: WidgetVisit, harness: WidgetHarness): Promise<Frame> {
  harness.settings.pages['shop/quiet'] = '<!doctype html><title>Quiet</title>';
  const frame = await visit.hostedFrame();
  await frame.evaluate((url) => {
    location.href = url;
  }, `${harness.shop}/quiet`);
  const find = () => visit.page.frames().find((at) => at.url() === `${harness.shop}/quiet`);
  await expect.poll(find).toBeDefined();
  const found = find() as Frame;
  await found.waitForLoadState('domcontentloaded');
  return found;
}

/** Long enough for a nudge that was accepted to reach the server. */
export async function settle({ page }: WidgetVisit): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
}

/**
 * Counts from here how often the widget asks the server.
 *
 * @returns what expects no more than `atOnce` questions, and one for every `everyMs` that have passed.
 */
export function countQuestions(harness: WidgetHarness): (atOnce: number, everyMs: number) => void {
  const asked = harness.statusCount;
  const started = performance.now();
  return (atOnce, everyMs) =>
    expect(harness.statusCount - asked).toBeLessThanOrEqual(atOnce + (performance.now() - started) / everyMs);
}

/** Nothing was told, the dialog stands as it was, and the server was not asked but for the slow poll. */
export async function expectUnmoved(
  visit: WidgetVisit,
  harness: WidgetHarness,
  statusCount: number,
): Promise<void> {
  await settle(visit);
  expect(await visit.outcomes()).toEqual([]);
  expect(await visit.notice().count()).toBe(0);
  expect(await visit.dialog().count()).toBe(1);
  expect(harness.statusCount - statusCount).toBeLessThanOrEqual(1);
  expect(visit.crashes).toEqual([]);
}

/** The twin of every attack: what the attacker wanted does happen when the server says so. */
export async function expectPayable(visit: WidgetVisit, harness: WidgetHarness): Promise<void> {
  await visit.hosted().locator('#pay').click();
  // Not before: a poll that comes in between, as after a change of tabs, would end the payment before the click.
  harness.settings.status = { status: 'completed' };
  await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
}
