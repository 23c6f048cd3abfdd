'use client';

import { createElement, type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { createLiveCheckout, type LiveCheckout } from './liveCheckout.ts';
import { liveOptions } from './liveOptions.ts';
import type { Checkout, CheckoutOptions, CheckoutResult, CheckoutState } from './options.ts';
import { relabel } from './relabel.ts';

/** What `useCheckout` gives a component. */
export interface UseCheckout {
  /** Opens the payment page; call it from a click. Rejects only with a `CheckoutError`. */
  open: () => Promise<CheckoutResult>;
  close: () => Promise<void>;
  /** Prepares `open()`: for `onPointerEnter`, `onFocus` and `onPointerDown` of your button. See `Checkout.warm`. */
  warm: () => Promise<void>;
  state: CheckoutState;
}

/**
 * One checkout for the life of the component; a payment page that is open then stays, and tells the handlers of the last
 * render. Options are read when they are needed, so new props work without a new
 * checkout.
 */
export function useCheckout(options: CheckoutOptions): UseCheckout {
  const [state, setState] = useState<CheckoutState>('idle');
  const checkout = useLiveCheckout(options, setState);
  return {
    open: useCallback(() => {
      const current = checkout();
      const follow = () => setState(current.state);
      const opened = current.open();
      follow();
      return opened.finally(follow);
    }, [checkout]),
    close: useCallback(() => checkout().close(), [checkout]),
    warm: useCallback(() => checkout().warm(), [checkout]),
    state,
  };
}

/** The options of a checkout, and a class for the button's place. */
export interface CheckoutButtonProps extends CheckoutOptions {
  className?: string;
}

/** The Pay button. */
export function CheckoutButton({ className, ...options }: CheckoutButtonProps): ReactElement {
  const checkout = useLiveCheckout(options);
  const place = useRef<HTMLSpanElement>(null);
  const mounted = useRef<Checkout | null>(null);
  useEffect(() => {
    const current = checkout();
    // Still the same one, when its page was open while React ran this effect anew.
    if (place.current && mounted.current !== current) current.mount(place.current);
    mounted.current = current;
  }, [checkout]);
  const { label, wording, amount, currency, locale } = options;
  const latest = useLatest(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the text is made of
  useEffect(() => {
    if (place.current)
      void relabel(
        place.current,
        liveOptions(() => latest.current),
      );
  }, [label, wording, amount, currency, locale]);
  return createElement('span', { ref: place, className });
}

/** The options of the newest render. */
function useLatest(options: CheckoutOptions): { readonly current: CheckoutOptions } {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  return latest;
}

/** @param follow called with the new state at every event; must stay the same function. */
function useLiveCheckout(options: CheckoutOptions, follow?: (state: CheckoutState) => void): () => Checkout {
  const latest = useLatest(options);
  const made = useRef<LiveCheckout | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      made.current?.whenClosed(() => {
        if (isMounted.current) return;
        made.current?.destroy();
        made.current = null;
      });
    };
  }, []);
  // Made when first needed, so that StrictMode's second run makes a new one after the first was destroyed.
  return useCallback(() => {
    if (made.current === null) {
      const checkout = createLiveCheckout(() => latest.current);
      checkout.on('event', () => follow?.(checkout.state));
      made.current = checkout;
    }
    return made.current;
  }, [follow, latest]);
}
