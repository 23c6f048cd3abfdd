import { languageOf } from '../view/language/languageOf.ts';
import type { DialogBundle } from './bundles.ts';

/** Prefetches the language. It is asked for again at the open; if it fails now, that one opens in English. */
export const warmDialog: DialogBundle['warm'] = ({ options, loadFile }, loadExtras) => {
  languageOf(options, loadFile, loadExtras).catch(() => {});
};
