import { languageOf } from '../view/language/languageOf.ts';
import type { WidgetContext } from './bundles.ts';
import { load as loadExtras } from './extras.ts?lazy';

/** Loads the customer's language when the customer shows intent. Asked for again at the open; if it fails now, that one opens in English. */
export async function warmLanguage({
  options,
  loadFile,
}: Pick<WidgetContext, 'options' | 'loadFile'>): Promise<void> {
  await languageOf(options, loadFile, loadExtras).catch(() => {});
}
