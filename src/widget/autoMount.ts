import { markupOptions } from './markupOptions.ts';
import type { Checkout, CheckoutOptions } from './options.ts';

/** All that is ours hangs on the element: nothing is held that has left the page. */
type Marked = HTMLElement & { hppCheckout?: true };

/**
 * Mounts every `[data-hpp-checkout]` element, present or late, with its data attributes as options: `data-success-url` is
 * `successUrl`.
 *
 * @param page the options on the script tag.
 */
export function autoMount(
  create: (options: CheckoutOptions) => Checkout,
  page: Partial<CheckoutOptions>,
): void {
  function scan(): void {
    for (const element of document.querySelectorAll<Marked>('[data-hpp-checkout]')) {
      if (element.hppCheckout) continue;
      element.hppCheckout = true;
      // Each on its own: a wrong element is an uncaught error, and keeps none of the others from being mounted.
      queueMicrotask(() => create(markupOptions(element.dataset, page)).mount(element));
    }
  }
  scan();
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
}
