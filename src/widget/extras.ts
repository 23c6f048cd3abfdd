/*
 * What few pages need, in a bundle of its own: it holds the names and hashes of thirty languages' files, which no page in
 * English should pay for.
 */

export { focusNear } from '../view/focusNear.ts';
export { chooseLanguage } from '../view/language/chooseLanguage.ts';
export { labelOf } from '../view/language/labelOf.ts';
export { load as loadDiagnosis } from './diagnose/diagnose.ts?lazy';
