import { createElement, type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { createCheckout } from './index.ts';
import type { Checkout, CheckoutOptions, CheckoutResult, CheckoutState } from './options.ts';

/** What `useCheckout` gives a component. */
export interface UseCheckout {
  /** Opens the payment page; call it from a click. Rejects only with a `CheckoutError`. */
  open: () => Promise<CheckoutResult>;
  close: () => Promise<void>;
  state: CheckoutState;
}

/**
 * One checkout for the life of the component. Options are read when they are needed, so new props work without a new
 * checkout.
 */
export function useCheckout(options: CheckoutOptions): UseCheckout {
  const { checkout, state } = useLiveCheckout(options);
  return {
    open: useCallback(() => checkout().open(), [checkout]),
    close: useCallback(() => checkout().close(), [checkout]),
    state,
  };
}

/** The options of a checkout, and a class for the button's place. */
export interface CheckoutButtonProps extends CheckoutOptions {
  className?: string;
}

/** The Pay button. */
export function CheckoutButton({ className, ...options }: CheckoutButtonProps): ReactElement {
  const { checkout } = useLiveCheckout(options);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const mounted = checkout();
    if (place.current) mounted.mount(place.current);
    return () => mounted.unmount();
  }, [checkout]);
  return createElement('span', { ref: place, className });
}

function useLiveCheckout(options: CheckoutOptions): { checkout: () => Checkout; state: CheckoutState } {
  const latest = useRef(options);
  const made = useRef<Checkout | null>(null);
  const [state, setState] = useState<CheckoutState>('idle');
  useEffect(() => {
    latest.current = options;
  });
  // Made when first needed, so that StrictMode's second run makes a new one after the first was destroyed.
  const checkout = useCallback((): Checkout => {
    if (made.current === null) {
      made.current = createCheckout(liveOptions(latest));
      const follow = () => setState(made.current?.state ?? 'idle');
      made.current.on('event', follow);
    }
    return made.current;
  }, []);
  useEffect(
    () => () => {
      made.current?.destroy();
      made.current = null;
    },
    [],
  );
  return { checkout, state };
}

/** Options that read through to the newest props; callbacks too. */
function liveOptions(latest: { current: CheckoutOptions }): CheckoutOptions {
  return new Proxy({} as CheckoutOptions, {
    get: (_, name) => Reflect.get(latest.current, name),
    has: (_, name) => name in latest.current,
    ownKeys: () => Reflect.ownKeys(latest.current),
    getOwnPropertyDescriptor: (_, name) => ({
      value: Reflect.get(latest.current, name),
      configurable: true,
      enumerable: true,
    }),
  });
}
