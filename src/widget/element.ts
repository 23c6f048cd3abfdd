import type { Diagnosis } from './diagnose/finding.ts';
import { diagnose } from './index.ts';
import { createLiveCheckout } from './liveCheckout.ts';
import { liveOptions } from './liveOptions.ts';
import { markupOptions } from './markupOptions.ts';
import type { Checkout, CheckoutOptions } from './options.ts';
import { relabel } from './relabel.ts';

/** A server has no elements: importing this there defines nothing and fails nothing. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<hpp-checkout session="/checkout/session" order="A-1001" label="Pay">`. Attributes are the options in kebab-case;
 * what no attribute can hold (functions, messages) goes into the `options` property and wins. Both are read when they are
 * needed: a framework may set them before or after it connects the element, and change them later.
 * Events are the DOM events of every checkout, sent by this element.
 */
export class HppCheckoutElement extends Base {
  static observedAttributes = ['session', 'label', 'amount', 'currency', 'locale'];
  /**
   * What your page says for all of these elements. It wins over their attributes, which whoever writes HTML into the page
   * may choose: `{ session: 'https://pay.shop.example/session', warm: 'session' }`.
   */
  static pageOptions: Partial<CheckoutOptions> = {};
  #options: Partial<CheckoutOptions> = {};
  #checkout: Checkout | undefined;
  readonly #live = liveOptions(() => this.#read());

  /** Options beside the attributes; they win. */
  get options(): Partial<CheckoutOptions> {
    return this.#options;
  }

  set options(options: Partial<CheckoutOptions>) {
    this.#options = options;
    this.attributeChangedCallback();
  }

  /** The checkout behind the element, while it stands in a document. */
  get checkout(): Checkout | undefined {
    return this.#checkout;
  }

  /** What is wrong with this element's checkout; see `diagnose` of the package. */
  diagnose(): Promise<Diagnosis> {
    return diagnose(this.#read());
  }

  connectedCallback(): void {
    takeEarly(this, 'options');
    this.attributeChangedCallback();
    // Without a session by now or in a moment, it is the page that is wrong: the error is for its developer.
    queueMicrotask(() => this.isConnected && this.#start());
  }

  attributeChangedCallback(): void {
    if (this.#checkout) void relabel(this, this.#live);
    else if (this.isConnected && this.#read().session) this.#start();
  }

  disconnectedCallback(): void {
    // Frameworks move elements about: only one that stays out is taken down.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#checkout?.destroy();
      this.#checkout = undefined;
    });
  }

  #start(): void {
    this.#checkout ??= createLiveCheckout(() => this.#read()).mount(this);
  }

  #read(): CheckoutOptions {
    return markupOptions(attributesOf(this), {
      __proto__: null,
      ...HppCheckoutElement.pageOptions,
      ...this.#options,
    } as Partial<CheckoutOptions>);
  }
}

/** A property that was set before the element was defined hides the accessor of the same name; it goes through it now. */
function takeEarly<T extends HTMLElement, K extends keyof T>(element: T, name: K): void {
  if (!Object.hasOwn(element, name)) return;
  const value = element[name];
  delete (element as Partial<T>)[name];
  element[name] = value;
}

function attributesOf(element: Element): CheckoutOptions {
  const options: Record<string, unknown> = {};
  for (const { name, value } of element.attributes) {
    options[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  return options as unknown as CheckoutOptions;
}

if (globalThis.customElements && !customElements.get('hpp-checkout')) {
  customElements.define('hpp-checkout', HppCheckoutElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'hpp-checkout': HppCheckoutElement;
  }
}
