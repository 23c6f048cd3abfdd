import { labelOf } from '../view/language/labelOf.ts';
import type { ExtrasBundle } from './bundles.ts';

/** Puts the customer's word for "Pay", with the amount if there is one, on a button that says so in English. */
export const nameButton: ExtrasBundle['label'] = async ({ options, loadFile }, button) => {
  try {
    const label = await labelOf(options, loadFile);
    // The options may have got a label of their own meanwhile.
    if (button && !options.label) button.textContent = label;
  } catch {
    // It stays in English.
  }
};
