import type { Checkout, CheckoutOptions, CheckoutResult, CheckoutState } from '../../widget/options.ts';

/** What is used of React, by structure: nothing of it is imported. */
export interface ReactLike<Element> {
  createElement(type: string, props: object): Element;
  useEffect(effect: () => (() => void) | undefined, dependencies: readonly unknown[]): void;
  useRef<T>(value: T): { current: T };
  useState<T>(value: T): [T, (value: T) => void];
}

/** What stands in for the exports of `hpp-checkout/react`. */
export interface FakeReact<Element> {
  useCheckout(options: CheckoutOptions): {
    open: () => Promise<CheckoutResult>;
    close: () => Promise<void>;
    warm: () => Promise<void>;
    state: CheckoutState;
  };
  CheckoutButton(props: CheckoutOptions & { className?: string }): Element;
}

/** The hook and the button of `hpp-checkout/react`, on fake checkouts. The callbacks of the newest render are called. */
export function fakeReact<Element>(
  react: ReactLike<Element>,
  create: (options: CheckoutOptions) => Checkout,
): FakeReact<Element> {
  const { createElement, useEffect, useRef, useState } = react;

  /** One checkout while the component is mounted, with the options of the newest render. */
  function useFake(options: CheckoutOptions): () => Checkout {
    const latest = useRef(options);
    latest.current = options;
    const made = useRef<Checkout | null>(null);
    useEffect(
      () => () => {
        made.current?.destroy();
        made.current = null;
      },
      [],
    );
    return () => {
      made.current ??= create(live(latest));
      return made.current;
    };
  }

  return {
    useCheckout(options) {
      const [state, setState] = useState<CheckoutState>('idle');
      const checkout = useFake(options);
      return {
        async open() {
          const opening = checkout().open();
          setState(checkout().state);
          try {
            return await opening;
          } finally {
            setState(checkout().state);
          }
        },
        close: () => checkout().close(),
        warm: () => checkout().warm(),
        state,
      };
    },
    CheckoutButton({ className, ...options }) {
      const place = useRef<HTMLSpanElement | null>(null);
      const checkout = useFake(options as CheckoutOptions);
      useEffect(() => {
        const mounted = checkout();
        if (place.current !== null) mounted.mount(place.current);
        return () => mounted.unmount();
      }, []);
      return createElement('span', { ref: place, className });
    },
  };
}

const CALLBACKS =
  'onReady onOpen onLoad onExpiring onExpired onComplete onFail onPending onClose onError onEvent';

/** Options whose callbacks are looked up when they are called. */
function live(latest: { readonly current: CheckoutOptions }): CheckoutOptions {
  const callbacks = CALLBACKS.split(' ').map((name) => [
    name,
    (detail: never) =>
      (latest.current as unknown as Record<string, ((detail: never) => void) | undefined>)[name]?.(detail),
  ]);
  return {
    ...latest.current,
    ...Object.fromEntries(callbacks),
    get order() {
      return latest.current.order;
    },
  };
}
