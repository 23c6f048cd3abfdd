import type { CheckoutError } from '../../checkout/checkoutError.ts';
import type { CheckoutModel } from '../../checkout/createCheckoutModel.ts';
import { isOn } from '../isOn.ts';
import type { CheckoutOptions } from '../options.ts';
import { inspectPage } from './diagnosePage.ts';
import { explain } from './explain.ts';
import { mistakesInMarkup } from './mistakesInMarkup.ts';
import { optionMistakes } from './optionMistakes.ts';
import { print, warnOnce } from './print.ts';
import { addWhy } from './why.ts';

/**
 * Says in the console what whoever builds the shop should know: mistakes in options and markup, once in the life of a page;
 * why an error came, and the same in the dialog behind a button; at `debug` also what `diagnose()` finds. Called at `debug`
 * and in test mode alone.
 *
 * @param host where the view of `model` stands.
 * @param error none when the payment page opens, or has opened.
 */
export async function advise(
  { options }: { readonly options: CheckoutOptions },
  host: HTMLElement,
  model: Pick<CheckoutModel, 'state'>,
  error?: CheckoutError,
): Promise<void> {
  for (const mistake of [...optionMistakes(options), ...mistakesInMarkup()]) warnOnce(mistake);
  if (error) {
    const explanation = await explain(error, options);
    warnOnce({ code: error.code, ...explanation });
    // The notice is drawn a microtask after the state, and an explanation may be at hand before that.
    await new Promise((drawn) => setTimeout(drawn));
    const { ending } = model.state.peek();
    if (ending && 'error' in ending && ending.error === error) addWhy(host, explanation);
  } else if (isOn(options.debug)) {
    print(await inspectPage(options));
  }
}
