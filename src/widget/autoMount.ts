import { markupOptions } from './markupOptions.ts';
import type { Checkout, CheckoutOptions } from './options.ts';

/** All that is ours hangs on the element: what was drawn into it, or the element itself. Nothing is held that has left the page. */
export type Marked = Element & { hppCheckout?: Element };

/**
 * Mounts every `[data-hpp-checkout]` element, present or late, also one that gets the attribute late, with its data attributes
 * as options: `data-success-url` is `successUrl`. A framework that hydrates the page takes away what its server has not drawn: our button is drawn again.
 *
 * @param page the options on the script tag.
 */
export function autoMount(
  create: (options: CheckoutOptions) => Checkout,
  page: Partial<CheckoutOptions>,
): void {
  function scan(): void {
    for (const element of document.querySelectorAll<HTMLElement & Marked>('[data-hpp-checkout]')) {
      if (element.hppCheckout?.isConnected) continue;
      element.hppCheckout = element;
      // Each on its own: a wrong element is an uncaught error, and keeps none of the others from being mounted. In a task, so
      // that a script that takes the button away each time does not stop the page.
      setTimeout(() => create(markupOptions(element.dataset, page)).mount(element));
    }
  }
  scan();
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-hpp-checkout'],
  });
}
