import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { WidgetHarness } from '../../support/widgetHarness.ts';
import { htmlOf, type ShopPage, SNAPSHOT, type Snapshot, WRONG_WITH_DIALOG } from './shopPage.ts';
import { IN_PAGE, type Visitor } from './visitor.ts';

const WITHIN_MS = 20_000;

/** Waits until something is as expected. Not `expect.poll`, which tests that run side by side would share. */
async function becomes(what: string, read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    // A page on its way to another one cannot be asked.
    const value = await read().catch((reason: Error) => reason.message);
    if (isDeepStrictEqual(value, expected)) return;
    if (performance.now() > deadline) expect(value, what).toEqual(expected);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Pays on a page, and compares it with what it was before. */
export async function payOn(
  page: ShopPage,
  visitor: Visitor,
  harness: WidgetHarness,
  path: string,
): Promise<void> {
  const { pages, pageHeaders } = harness.settings;
  pages[`shop${path}`] = htmlOf(page);
  pageHeaders[`shop${path}`] = page.headers ?? {};
  for (const [file, text] of Object.entries((await page.files?.()) ?? {})) pages[`shop${file}`] = text;

  await visitor.goTo(path);
  // What a click does by itself is part of what the page was.
  await visitor.inTab(`(() => {
    const pay = ${IN_PAGE('#pay')};
    pay?.scrollIntoView({ block: 'center', behavior: 'instant' });
    pay?.focus({ preventScroll: true });
  })()`);
  const pressed = page.pressed ?? '#pay';
  if (!page.press) await visitor.reach(pressed);
  const before = await visitor.inTab<Snapshot>(SNAPSHOT);
  if (page.press) await page.press(visitor);
  else await visitor.press(pressed);

  if (page.paidOn === 'full page') {
    await becomes('the full page', () => visitor.inTab('location.origin'), harness.hosted);
    await visitor.pay();
    await becomes('the return page', () => visitor.inTab('location.pathname'), '/return');
    expect(visitor.messages).not.toContain(page.neverSays);
    return;
  }
  await visitor.inHosted('document.title');
  if (!page.isInline) await becomes('the dialog', () => visitor.inTab(WRONG_WITH_DIALOG), '');
  await page.meanwhile?.(visitor);
  // A driver scrolls the shop's page to a button in it.
  if (page.isInline) await visitor.inHosted(`setTimeout(() => document.querySelector('#pay').click())`);
  else await visitor.pay();
  await becomes('what was told', () => visitor.inTab('told.join()'), 'complete completed,close completed');

  const compared = (snapshot: Snapshot) =>
    Object.fromEntries(
      Object.entries(snapshot).filter(([key]) => !page.changes?.includes(key as keyof Snapshot)),
    );
  const now = async () => compared(await visitor.inTab<Snapshot>(SNAPSHOT));
  await becomes('the page as it was', now, compared(before));
  expect(visitor.messages.filter((message) => !page.says?.test(message))).toEqual([]);
}
