/*
 * The dialog's bundle, loaded by the frame's: the checkout, and what it draws. In the npm build the page's bundler makes a
 * chunk of it; for the script tag it is a file that is checked by its hash. `DialogBundle` is its type.
 */

export { openDialog as open } from './openDialog.ts';
export { warmDialog as warm } from './warmDialog.ts';
