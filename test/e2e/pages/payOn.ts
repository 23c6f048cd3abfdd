import { expect } from 'vitest';
import type { WidgetHarness } from '../../support/widgetHarness.ts';
import { htmlOf, type ShopPage, SNAPSHOT, type Snapshot, WRONG_WITH_DIALOG } from './shopPage.ts';
import type { Visitor } from './visitor.ts';

const poll = (read: () => unknown, message: string) =>
  expect.poll(read, { timeout: 20_000, interval: 25, message });

/** Pays on a page, and compares it with what it was before. */
export async function payOn(
  page: ShopPage,
  visitor: Visitor,
  harness: WidgetHarness,
  path: string,
): Promise<void> {
  const { pages } = harness.settings;
  pages[`shop${path}`] = htmlOf(page);
  for (const [file, text] of Object.entries(page.files?.() ?? {})) pages[`shop${file}`] = text;

  await visitor.goTo(path);
  if (page.scrollTo !== undefined)
    await visitor.inTab(`scrollTo({ top: ${page.scrollTo}, behavior: 'instant' })`);
  // What a click does by itself is part of what the page was.
  await visitor.inTab(`document.querySelector('#pay')?.focus({ preventScroll: true })`);
  const before = await visitor.inTab<Snapshot>(SNAPSHOT);
  if (page.press) await page.press(visitor);
  else await visitor.press('#pay');

  if (page.paidOn === 'full page') {
    await poll(() => visitor.inTab('location.origin'), 'the full page').toBe(harness.hosted);
    await visitor.pay();
    await poll(() => visitor.inTab('location.pathname'), 'the return page').toBe('/return');
    return;
  }
  await visitor.inHosted('document.title');
  await poll(() => visitor.inTab(WRONG_WITH_DIALOG), 'the dialog').toBe('');
  await page.meanwhile?.(visitor);
  await visitor.pay();
  await poll(() => visitor.inTab('told.join()'), 'what was told').toBe('complete completed,close completed');

  const compared = (snapshot: Snapshot) =>
    Object.fromEntries(
      Object.entries(snapshot).filter(([key]) => !page.changes?.includes(key as keyof Snapshot)),
    );
  await poll(async () => compared(await visitor.inTab<Snapshot>(SNAPSHOT)), 'the page as it was').toEqual(
    compared(before),
  );
  expect(visitor.messages.filter((message) => !page.says?.test(message))).toEqual([]);
}
