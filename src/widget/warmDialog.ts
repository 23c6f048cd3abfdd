import { languageOf } from '../view/language/languageOf.ts';
import type { DialogBundle } from './bundles.ts';
import { connectTo } from './connectTo.ts';
import { load as loadExtras } from './extras.ts?lazy';
import { recallGateway } from './gatewayOrigin.ts';

/**
 * What the dialog's bundle has to prefetch when the customer shows intent: the language (asked for again at the open; if it
 * fails now, that one opens in English), and a connection to the gateway of the last visit where the merchant named none.
 */
export const warmDialog: DialogBundle['warm'] = ({ options, loadFile, element }, mounted) => {
  languageOf(options, loadFile, loadExtras).catch(() => {});
  const origin =
    options.gatewayOrigins || options.warm === 'files' ? undefined : recallGateway(options.session);
  if (origin && !mounted.aborted) connectTo(origin, element, mounted);
};
