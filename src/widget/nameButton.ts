import { later } from './catalogue.ts?later';
import type { Shared } from './stage.ts';

/** Puts the customer's word for "Pay", with the amount if there is one, on a button that says so in English. */
export async function nameButton(
  { options, load }: Pick<Shared, 'options' | 'load'>,
  button: Element | undefined,
): Promise<void> {
  try {
    const label = await (await later(load)).labelOf(options, load);
    // The options may have got a label of their own meanwhile.
    if (button && !options.label) button.textContent = label;
  } catch {
    // It stays in English.
  }
}
