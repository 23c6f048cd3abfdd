import { speaksEnglish } from '../view/language/speaksEnglish.ts';
import { DEFAULT_LABEL } from './button.ts';
import { load as loadExtras } from './extras.ts?lazy';
import type { CheckoutOptions } from './options.ts';

/**
 * Gives the button that `createButton` drew into an element the text that the options ask for now: `label`, or "Pay" in the
 * customer's language.
 *
 * @param options as `liveOptions` gives them: what they say when a language has been loaded counts.
 */
export async function relabel(target: Element, options: CheckoutOptions): Promise<void> {
  const button = drawnIn(target);
  if (!button) return;
  if (options.label || (!options.amount && !options.wording && speaksEnglish(options))) {
    button.textContent = options.label || DEFAULT_LABEL;
    return;
  }
  await loadExtras().then(
    (extras) => extras.label({ options, loadFile: undefined }, button),
    () => {},
  );
}

function drawnIn(target: Element): Element | null {
  for (const { shadowRoot } of target.children) {
    // An inline page in the same element has a tree of its own, with more in it.
    const button = shadowRoot?.firstElementChild;
    if (button?.matches('button')) return button;
  }
  return null;
}
