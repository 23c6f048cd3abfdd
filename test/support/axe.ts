import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What colours decide. All else that axe finds in the dark it has found in the light: there it is asked for these alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * axe on a page: on this one document, without a second page for frames that are not ours, and without the list of all that
 * is well, which takes as long as the search.
 */
export function axeOn(page: Page, { rules }: { rules?: 'all' | 'colours' } = {}): AxeBuilder {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return rules === 'colours' ? axe.withRules(COLOUR_RULES) : axe;
}
