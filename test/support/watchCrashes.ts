import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/**
 * Firefox tells the console when a message was posted to an origin that the window does not have. The return page posts to
 * each origin of the shop, so that is as it should be, and nobody's uncaught error.
 */
const NOTE_OF_FIREFOX = /^The target origin provided/;

/**
 * Uncaught errors of a page, for the test that is running.
 *
 * @returns a list that must be empty when the test ends: a test that expects an error takes it out.
 */
export function watchCrashes(page: Page): Error[] {
  const crashes: Error[] = [];
  page.on('pageerror', (error) => {
    if (!NOTE_OF_FIREFOX.test(error.message)) crashes.push(error);
  });
  onTestFinished(() => expect(crashes).toEqual([]));
  return crashes;
}
