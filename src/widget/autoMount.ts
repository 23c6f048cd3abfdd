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
    // Not of the document, of which a form of the page may take the name (T86).
    for (const element of Document.prototype.querySelectorAll.call(
      document,
      '[data-hpp-checkout]',
    ) as NodeListOf<HTMLElement & Marked>) {
      if (element.hppCheckout?.isConnected) continue;
      element.hppCheckout = element;
      // Each on its own: a wrong element is an uncaught error, and keeps none of the others from being mounted. In a task, so
      // that a script that takes the button away each time does not stop the page.
      setTimeout(() => create(markupOptions(element.dataset, page)).mount(element));
    }
  }
  scan();
  new MutationObserver(scan).observe(document, {
    attributeFilter: ['data-hpp-checkout'],
    childList: true,
    subtree: true,
  });
}
