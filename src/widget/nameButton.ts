import type { WidgetContext } from './bundles.ts';
import { load as loadExtras } from './extras.ts?lazy';

/** Puts the customer's word for "Pay", with the amount if there is one, on a button that says so in English. */
export async function nameButton(
  { options, loadFile }: Pick<WidgetContext, 'options' | 'loadFile'>,
  button: Element | undefined,
): Promise<void> {
  try {
    const label = await (await loadExtras(loadFile)).labelOf(options, loadFile);
    // The options may have got a label of their own meanwhile.
    if (button && !options.label) button.textContent = label;
  } catch {
    // It stays in English.
  }
}
