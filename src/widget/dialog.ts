/*
 * The dialog's bundle, loaded by the frame's: the checkout, and what it draws. In the npm build the page's bundler makes a
 * chunk of it; for the script tag it is a file that is checked by its hash. `DialogBundle` is its type.
 */

export { loadDiagnosis as diagnose } from './diagnose/loadDiagnosis.ts';
export { nameButton as label } from './nameButton.ts';
export { openDialog as open } from './openDialog.ts';
export { resume } from './resume.ts';
export { warmDialog as warm } from './warmDialog.ts';
