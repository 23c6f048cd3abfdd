import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What colours decide. All else that axe finds in the dark it has found in the light: there it is asked for these alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Off unless it is asked for: https://dequeuniversity.com/rules/axe/4.10/target-size */
const WCAG_22_RULES = { 'target-size': { enabled: true } };

/**
 * axe on a page: on this one document, without a second page for frames that are not ours, and without the list of all that
 * is well, which takes as long as the search. `'wcag22'`: all rules, with those that WCAG 2.2 has added.
 */
export function axeOn(page: Page, { rules }: { rules?: 'all' | 'colours' | 'wcag22' } = {}): AxeBuilder {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    ...(rules === 'wcag22' && { rules: WCAG_22_RULES }),
  });
  return rules === 'colours' ? axe.withRules(COLOUR_RULES) : axe;
}
