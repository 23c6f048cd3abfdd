import type { CheckoutError } from '../../checkout/checkoutError.ts';
import type { CheckoutModel } from '../../checkout/createCheckoutModel.ts';
import { isOn } from '../isOn.ts';
import type { CheckoutOptions } from '../options.ts';
import { checkScripts, inspectPage } from './diagnosePage.ts';
import { explain } from './explain.ts';
import { watchKeptAnswers } from './keptAnswers.ts';
import { mistakesInMarkup } from './mistakesInMarkup.ts';
import { mountedTwice } from './mountedTwice.ts';
import { optionMistakes } from './optionMistakes.ts';
import { print, warnOnce } from './print.ts';
import { checkRights } from './rights.ts';
import { watchReturn } from './watchReturn.ts';
import { watchSilence } from './watchSilence.ts';
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
  { options, element }: { readonly options: CheckoutOptions; readonly element?: HTMLElement | undefined },
  host: HTMLElement,
  model: Pick<CheckoutModel, 'state'>,
  error?: CheckoutError,
): Promise<void> {
  const mistakes = [
    ...optionMistakes(options),
    ...mistakesInMarkup(),
    ...checkScripts(),
    ...mountedTwice(element),
    // What the browser knows by itself: the page is not asked for once more in an ordinary payment.
    ...checkRights(null, options),
  ];
  for (const mistake of mistakes) warnOnce(mistake);
  if (error) {
    const explanation = await explain(error, options);
    warnOnce({ code: error.code, ...explanation });
    // The notice is drawn a microtask after the state, and an explanation may be at hand before that.
    await new Promise((drawn) => setTimeout(drawn));
    const { ending } = model.state.peek();
    if (ending && 'error' in ending && ending.error === error) addWhy(host, explanation);
  } else if (isOn(options.debug)) {
    print(await inspectPage(options));
  } else {
    watchReturn(options, model);
    watchSilence(model);
    watchKeptAnswers(model);
  }
}
