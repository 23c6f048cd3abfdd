import type { Checkout, CheckoutOptions } from './options.ts';

const SELECTOR = '[data-hpp-checkout]';

/**
 * Mounts every `[data-hpp-checkout]` element, present or late, with its data attributes as options, and destroys it when
 * the element has left the page.
 */
export function autoMount(create: (options: CheckoutOptions) => Checkout): void {
  const mounted = new Map<HTMLElement, Checkout | undefined>();
  function scan(): void {
    for (const element of document.querySelectorAll<HTMLElement>(SELECTOR)) {
      if (mounted.has(element)) continue;
      mounted.set(element, undefined);
      try {
        mounted.set(element, create(optionsOf(element)).mount(element));
      } catch (error) {
        // One wrong element does not keep the others from being mounted.
        console.error(error, element);
      }
    }
    for (const [element, checkout] of mounted) {
      // A payment outlives the button that started it.
      if (element.isConnected || (checkout && !/idle|done/.test(checkout.state))) continue;
      checkout?.destroy();
      mounted.delete(element);
    }
  }
  scan();
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-hpp-checkout'],
  });
}

/** `data-success-url` is `successUrl`; `data-gateway-origins` lists origins with spaces between. */
function optionsOf({ dataset }: HTMLElement): CheckoutOptions {
  const { gatewayOrigins, ...rest } = dataset;
  return { ...rest, gatewayOrigins: gatewayOrigins?.split(' ') } as never;
}
