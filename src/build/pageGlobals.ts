/*
 * A shop's inline script that says `const URL = '/api'` outside of any function hides the browser's `URL` from every other script of
 * the page and from its modules, and not from `window` (https://tc39.es/ecma262/#sec-global-environment-records). So ours ask `window`.
 */

/** Names that shops have for things of their own, of those that the button's file and the npm entries ask for. */
const NAMES = ['URL', 'fetch', 'performance', 'CustomEvent'];

/**
 * For what may be loaded as a module, too, and so name by name. One more costs up to three bytes of every page view.
 *
 * @param globalObject `window` is the shortest, and known in a page alone.
 */
export function pageGlobals(globalObject: 'window' | 'globalThis'): Record<string, string> {
  return Object.fromEntries(NAMES.map((name) => [name, `${globalObject}.${name}`]));
}

/** For files that only ever are classic scripts: every name that is not their own is looked for in `window` first. */
export function inWindow(code: string): string {
  return `with(window){${code}}`;
}
