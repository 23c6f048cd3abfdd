/* What few pages need, and nobody at first: another language, a diagnosis. Loaded when asked for. */

export { chooseLanguage } from '../view/language/chooseLanguage.ts';
export { labelOf } from '../view/language/labelOf.ts';
export { later as diagnosis } from './diagnose/diagnose.ts?later';
