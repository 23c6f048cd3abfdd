import type { ReadonlySignal } from '@preact/signals-core';
import type { CheckoutError } from '../../checkout/checkoutError.ts';
import type { State } from '../../checkout/machine.ts';
import { isOn } from '../isOn.ts';
import type { CheckoutOptions } from '../options.ts';
import { inspectPage } from './diagnosePage.ts';
import { explain } from './explain.ts';
import { mistakesInMarkup } from './mistakesInMarkup.ts';
import { optionMistakes } from './optionMistakes.ts';
import { print, warnOnce } from './print.ts';
import { addWhy } from './why.ts';

/** The dialog that is open: where its view stands, and what it shows. */
export interface OpenView {
  host: HTMLElement;
  state: Pick<ReadonlySignal<State>, 'peek'>;
}

/**
 * Says in the console what whoever builds the shop should know: mistakes in options and markup, once in the life of a page;
 * why an error came, and the same in the dialog behind a button; at `debug` also what `diagnose()` finds. Called at `debug`
 * and in test mode alone.
 *
 * @param error none when the payment page opens, or has opened.
 */
export async function advise(
  options: CheckoutOptions,
  { host, state }: OpenView,
  error?: CheckoutError,
): Promise<void> {
  for (const mistake of [...optionMistakes(options), ...mistakesInMarkup()]) warnOnce(mistake);
  if (error) {
    const explanation = await explain(error, options);
    warnOnce({ code: error.code, ...explanation });
    const { ending } = state.peek();
    if (ending && 'error' in ending && ending.error === error) addWhy(host, explanation);
  } else if (isOn(options.debug)) {
    print(await inspectPage(options));
  }
}
