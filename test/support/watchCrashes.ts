import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/**
 * Firefox tells a driver of what it only notes in the console (a refused favicon, a message to another origin) in the same way
 * as of uncaught errors, whose names are errors' names.
 */
const isCrash = (page: Page, { name }: Error) =>
  page.context().browser()?.browserType().name() !== 'firefox' || name.endsWith('Error');

/**
 * Uncaught errors of a page, for the test that is running.
 *
 * @param atEnd of the test that is running; tests that run side by side give their own.
 * @returns a list that must be empty when the test ends: a test that expects an error takes it out.
 */
export function watchCrashes(page: Page, atEnd: (check: () => void) => void = onTestFinished): Error[] {
  const crashes: Error[] = [];
  page.on('pageerror', (error) => {
    if (isCrash(page, error)) crashes.push(error);
  });
  atEnd(() => expect(crashes).toEqual([]));
  return crashes;
}
