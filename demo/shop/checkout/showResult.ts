import { RESULT_ID } from '../state/resultId.ts';
import type { ShopOutcome } from '../texts/shopTexts.ts';

/** With these the customer has no more to do with the Pay button, where the dialog has put the focus. */
const ENDS: readonly (ShopOutcome | null)[] = ['completed', 'pending'];

/**
 * Brings how it ended into sight, and puts the focus there: on a phone it stands far below what a page shows first.
 * @param returned the customer comes from a page that had the whole window; then nothing else has the focus.
 */
export function showResult(window: Window, outcome: ShopOutcome | null, returned: boolean): void {
  if (outcome === null || !(returned || ENDS.includes(outcome))) return;
  // What changed is drawn, and the dialog has given the focus back.
  window.requestAnimationFrame(() =>
    window.requestAnimationFrame(() => {
      const result = window.document.getElementById(RESULT_ID);
      result?.scrollIntoView({ block: outcome === 'completed' ? 'start' : 'center' });
      result?.focus({ preventScroll: true });
    }),
  );
}
