import { createCheckout } from './index.ts';
import type { Checkout, CheckoutOptions } from './options.ts';

/** A server has no elements: importing this there defines nothing and fails nothing. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<hpp-checkout session="/checkout/session" order="A-1001" label="Pay">`. Attributes are the options in kebab-case;
 * what no attribute can hold (functions, messages) goes into the `options` property before the element is connected.
 * Events are the DOM events of every checkout, sent by this element.
 */
export class HppCheckoutElement extends Base {
  /** Options beside the attributes; they win. */
  options: Partial<CheckoutOptions> = {};
  #checkout: Checkout | undefined;

  /** The checkout behind the element, while it stands in a document. */
  get checkout(): Checkout | undefined {
    return this.#checkout;
  }

  connectedCallback(): void {
    this.#checkout ??= createCheckout({ ...attributesOf(this), ...this.options }).mount(this);
  }

  disconnectedCallback(): void {
    // Frameworks move elements about: only one that stays out is taken down.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#checkout?.destroy();
      this.#checkout = undefined;
    });
  }
}

function attributesOf(element: Element): CheckoutOptions {
  const options: Record<string, unknown> = {};
  for (const { name, value } of element.attributes) {
    options[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  const origins = options.gatewayOrigins;
  if (typeof origins === 'string') options.gatewayOrigins = origins.split(' ');
  return options as unknown as CheckoutOptions;
}

if (globalThis.customElements && !customElements.get('hpp-checkout')) {
  customElements.define('hpp-checkout', HppCheckoutElement);
}
