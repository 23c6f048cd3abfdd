import type { CheckoutEvents, CheckoutEventType } from './options.ts';

/** The DOM events of every checkout by their names: `hpp-checkout:complete` carries a `CheckoutResult` as its `detail`. */
export type CheckoutDomEvents = {
  [Type in CheckoutEventType as `hpp-checkout:${Type}`]: CustomEvent<CheckoutEvents[Type]>;
};

declare global {
  // Of elements, the document and the window: the events bubble.
  interface GlobalEventHandlersEventMap extends CheckoutDomEvents {}
}
