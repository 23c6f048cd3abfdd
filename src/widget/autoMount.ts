import { markupOptions } from './markupOptions.ts';
import type { Checkout, CheckoutOptions } from './options.ts';

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
  // Holds no element that has left the page, and so no checkout: all that is ours hangs on the element.
  const mounted = new WeakSet<Element>();
  function scan(): void {
    for (const element of document.querySelectorAll<HTMLElement>('[data-hpp-checkout]')) {
      if (mounted.has(element)) continue;
      mounted.add(element);
      // Each on its own: a wrong element is an uncaught error, and keeps none of the others from being mounted.
      queueMicrotask(() => create(markupOptions(element.dataset, page)).mount(element));
    }
  }
  scan();
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
}
