/*
 * What only developers read, in a bundle of its own: `diagnose()`, and what is said in the console and behind the dialog's
 * "Why?" at `debug` and in test mode. And what a page needs that reads our replies before we do, of which there are hardly any.
 */

export { askAgain } from '../askAgain.ts';
export { advise } from './advise.ts';
export { diagnosePage as diagnose } from './diagnosePage.ts';
