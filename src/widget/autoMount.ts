import type { Checkout, CheckoutOptions } from './options.ts';

/** Mounts every `[data-hpp-checkout]` element, present or late, with its data attributes as options. */
export function autoMount(create: (options: CheckoutOptions) => Checkout): void {
  // Holds no element that has left the page, and so no checkout: all that is ours hangs on the element.
  const mounted = new WeakSet<Element>();
  function scan(): void {
    for (const element of document.querySelectorAll<HTMLElement>('[data-hpp-checkout]')) {
      if (mounted.has(element)) continue;
      mounted.add(element);
      try {
        create(optionsOf(element)).mount(element);
      } catch (error) {
        // One wrong element does not keep the others from being mounted.
        console.error(error, element);
      }
    }
  }
  scan();
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
}

/** `data-success-url` is `successUrl`; `data-gateway-origins` lists origins with spaces between. */
function optionsOf({ dataset }: HTMLElement): CheckoutOptions {
  return { ...dataset, gatewayOrigins: dataset.gatewayOrigins?.split(' ') } as never;
}
