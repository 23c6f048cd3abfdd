import type { ExtrasBundle } from './bundles.ts';
import { load as loadDiagnosis } from './diagnose/diagnose.ts?lazy';
import { load as loadResume } from './resume.ts?lazy';

/*
 * What few pages need, in a bundle of its own: the names and hashes of thirty languages' files, which no page in English should
 * pay for, a shop's own rights for the frame, what developers read, and the way back from the full page. `ExtrasBundle` is its type.
 */

export { focusNear } from '../view/focusNear.ts';
export { chooseLanguage } from '../view/language/chooseLanguage.ts';
export { addRights } from './frameAllow.ts';
export { nameButton as label } from './nameButton.ts';
export { loadDiagnosis };

export const diagnose: ExtrasBundle['diagnose'] = async (loadFile, options) =>
  (await loadDiagnosis(loadFile)).diagnose(options);

/** For a page that the customer comes back to, in a file of its own: no payment needs it that ends in the dialog. */
export const resume: ExtrasBundle['resume'] = async (context) =>
  (await loadResume(context.loadFile)).resume(context);
