/*
 * What few pages need, in a bundle of its own: the names and hashes of thirty languages' files, which no page in English should
 * pay for, and a shop's own rights for the frame.
 */

export { focusNear } from '../view/focusNear.ts';
export { chooseLanguage } from '../view/language/chooseLanguage.ts';
export { labelOf } from '../view/language/labelOf.ts';
export { load as loadDiagnosis } from './diagnose/diagnose.ts?lazy';
export { addRights } from './frameAllow.ts';
