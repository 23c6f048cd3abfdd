import type { CheckoutOptions } from './options.ts';

/**
 * The options of an element in the page. Whoever may write HTML into the page may write that element, too: attributes
 * survive the usual sanitisers. So what the page itself says wins over them, and unless it says more
 *
 * - a session comes from the page's own origin, redirects included (T78);
 * - intent loads our own files, and nothing else is sent before the click (T79).
 *
 * @param page what the script of the page says for all such elements; with a `session`, from anywhere. Own fields only.
 */
export function markupOptions(attributes: object, page: Partial<CheckoutOptions>): CheckoutOptions {
  return {
    ...attributes,
    warm: 'files',
    mode: page.session ? 'cors' : 'same-origin',
    ...page,
  } as CheckoutOptions;
}
