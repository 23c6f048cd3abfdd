import type { Diagnosis } from './diagnose/finding.ts';
import { diagnose } from './index.ts';
import { createLiveCheckout, type LiveCheckout } from './liveCheckout.ts';
import { liveOptions, ownOption } from './liveOptions.ts';
import { markupOptions } from './markupOptions.ts';
import { type AttributeOption, OPTION_NAMES, optionOf } from './optionNames.ts';
import type { Checkout, CheckoutOptions } from './options.ts';
import { PARTS } from './parts.ts';
import { relabel } from './relabel.ts';

/** Each option and callback as a property, beside the attributes; `undefined` takes it back. */
export type HppCheckoutElementProperties = {
  [Name in keyof CheckoutOptions]?: CheckoutOptions[Name] | undefined;
};

/** `successUrl` as an attribute: `success-url`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : '';

/** The options that an attribute can give, by the attribute's name, as text; without a value, a switch is on. */
export type HppCheckoutAttributes = {
  [Name in AttributeOption as Kebab<Name>]?: string | boolean | undefined;
};

/** What markup in a component may give `<hpp-checkout>`: its attributes, and its properties but for callbacks. */
export type HppCheckoutProps = Omit<HppCheckoutElementProperties, `on${string}`> &
  Omit<HppCheckoutAttributes, keyof CheckoutOptions>;

/** A server has no elements: importing this there defines nothing and fails nothing. */
const Base: new () => HTMLElement & HppCheckoutElementProperties =
  (globalThis.HTMLElement as never) ?? (class {} as never);

/**
 * `<hpp-checkout session="/checkout/session" order="A-1001" label="Pay">`. Attributes are options in kebab-case, and `order`
 * may be JSON there. Each option and callback is a property too: it wins over the attribute, and is not written to it. What
 * is set at once can also stand in `options`, which a single property wins over. All are read when they are needed: a
 * framework may set them before or after it connects the element, and change them later.
 *
 * Events are the DOM events of every checkout, sent by this element. `::part(button)` styles its button, and with
 * `presentation: 'inline'` the parts of the dialog. What stands in the element is shown until it is defined.
 */
export class HppCheckoutElement extends Base {
  static observedAttributes = ['session', 'label', 'wording', 'amount', 'currency', 'locale'];
  /**
   * What your page says for all of these elements. It wins over their attributes, which whoever writes HTML into the page
   * may choose: `{ session: 'https://pay.shop.example/session', warm: 'session' }`.
   */
  static pageOptions: Partial<CheckoutOptions> = {};
  #options: Partial<CheckoutOptions> = {};
  #properties: Partial<CheckoutOptions> = {};
  #checkout: LiveCheckout | undefined;
  /** Where the button stands, and an inline page: in our own shadow tree. */
  #place: HTMLElement | undefined;
  readonly #live = liveOptions(() => this.#read());

  static {
    for (const name of OPTION_NAMES) {
      Object.defineProperty(HppCheckoutElement.prototype, name, {
        get(this: HppCheckoutElement) {
          return ownOption(this.#read(), name);
        },
        set(this: HppCheckoutElement, value: unknown) {
          this.#set(name, value);
        },
        enumerable: true,
        configurable: true,
      });
    }
  }

  /** Options beside the attributes; they win. */
  get options(): Partial<CheckoutOptions> {
    return this.#options;
  }

  set options(options: Partial<CheckoutOptions> | undefined) {
    this.#options = options ?? {};
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
    for (const name of ['options', ...OPTION_NAMES] as const) takeEarly(this, name);
    this.attributeChangedCallback();
    // Without a session by now or in a moment, it is the page that is wrong: the error is for its developer.
    queueMicrotask(() => this.isConnected && this.#start());
  }

  attributeChangedCallback(): void {
    if (this.#checkout && this.#place) void relabel(this.#place, this.#live);
    else if (this.isConnected && this.#read().session) this.#start();
  }

  disconnectedCallback(): void {
    // Frameworks move elements about: only one that stays out is taken down.
    queueMicrotask(() => {
      if (!this.isConnected) this.#checkout?.whenClosed(() => this.#takeDown());
    });
  }

  /** When its payment page is closed, too: that one outlives the element. */
  #takeDown(): void {
    if (this.isConnected) {
      // Back again: its events are its own again.
      if (this.#place) this.#checkout?.mount(this.#place);
      return;
    }
    this.#checkout?.destroy();
    this.#checkout = undefined;
  }

  #start(): void {
    if (this.#checkout) return;
    const checkout = createLiveCheckout(() => this.#read());
    this.#place ??= drawPlace(this);
    checkout.mount(this.#place);
    this.#checkout = checkout;
    showParts(this.#place);
    // An inline page stands beside the button by then.
    checkout.on('open', () => this.#place && showParts(this.#place));
  }

  #set(name: keyof CheckoutOptions, value: unknown): void {
    const { [name]: _, ...others } = this.#properties;
    this.#properties = value === undefined || value === null ? others : { ...others, [name]: value };
    this.attributeChangedCallback();
  }

  #read(): CheckoutOptions {
    return markupOptions(attributesOf(this), {
      __proto__: null,
      ...HppCheckoutElement.pageOptions,
      ...this.#options,
      ...this.#properties,
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
  for (const { name, value } of element.attributes) options[optionOf(name)] = value;
  options.order = readOrder(options.order);
  return options as unknown as CheckoutOptions;
}

/** An object or a list is written as JSON; any other text is the order as it stands, numbers too. */
function readOrder(order: unknown): unknown {
  if (typeof order !== 'string' || !/^\s*[[{]/.test(order)) return order;
  try {
    return JSON.parse(order);
  } catch {
    // Named by the advice in test mode (`order_not_json`).
    return order;
  }
}

function drawPlace(element: HTMLElement): HTMLElement {
  const place = document.createElement('span');
  element.attachShadow({ mode: 'open' }).append(place);
  return place;
}

/** What can be styled by `::part` from outside our own tree, of the trees in it. */
function showParts(place: Element): void {
  for (const child of place.children) child.setAttribute('exportparts', PARTS.join());
}

if (globalThis.customElements && !customElements.get('hpp-checkout')) {
  customElements.define('hpp-checkout', HppCheckoutElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'hpp-checkout': HppCheckoutElement;
  }
}

export type { CheckoutDomEvents } from './domEvents.ts';
