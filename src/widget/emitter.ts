import type { CheckoutEvents, CheckoutEventType, CheckoutOptions, CheckoutTrace } from './options.ts';

export interface Emitter {
  /** Callbacks, listeners and the DOM event, in this order. @returns `false` when the DOM event was prevented. */
  emit<T extends CheckoutEventType>(type: T, detail: CheckoutEvents[T]): boolean;
  on(type: string, listener: (detail: never) => void): () => void;
}

/**
 * The one place where the merchant's code is called: callbacks, listeners, DOM events. A listener that throws is reported as an uncaught error by the
 * browser and stops nothing.
 *
 * @param trace fields that each event of the stream gets for the current open.
 * @param target where DOM events are sent: the mounted element, or the document.
 */
export function createEmitter(
  options: CheckoutOptions,
  trace: Partial<CheckoutTrace>,
  target: () => EventTarget,
): Emitter {
  const bus = new EventTarget();
  function on(type: string, listener: (detail: never) => void): () => void {
    const handle = (event: Event) => listener((event as CustomEvent).detail as never);
    bus.addEventListener(type, handle);
    return () => bus.removeEventListener(type, handle);
  }
  for (const [name, callback] of Object.entries(options)) {
    if (/^on/.test(name) && callback) on(name.slice(2).toLowerCase(), callback);
  }
  return {
    on,
    emit(type, detail) {
      dispatch(bus, type, detail);
      dispatch(bus, 'event', { ...trace, type, detail });
      return dispatch(target(), `hpp-checkout:${type}`, detail);
    },
  };
}

function dispatch(target: EventTarget, type: string, detail: unknown): boolean {
  return target.dispatchEvent(
    new CustomEvent(type, { cancelable: true, detail, composed: true, bubbles: true }),
  );
}
