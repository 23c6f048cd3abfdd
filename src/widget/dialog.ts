/*
 * The dialog's bundle, loaded by the frame's: the checkout, and what it draws. In the npm build the page's bundler makes a
 * chunk of it; for the script tag it is a file that is checked by its hash. `DialogBundle` is its type.
 */

import type { DialogBundle } from './bundles.ts';
import { load as loadResume } from './resume.ts?lazy';

export { loadDiagnosis as diagnose } from './diagnose/loadDiagnosis.ts';
export { nameButton as label } from './nameButton.ts';
export { openDialog as open } from './openDialog.ts';
export { warmDialog as warm } from './warmDialog.ts';

/** For a page that the customer comes back to, in a file of its own: no payment needs it that ends in the dialog. */
export const resume: DialogBundle['resume'] = async (context) =>
  (await loadResume(context.loadFile)).resume(context);
