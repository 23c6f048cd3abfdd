import { createCheckout } from './createCheckout.ts';
import { load as loadFrame } from './frame.ts?lazy';
import { liveOptions, ownOption } from './liveOptions.ts';
import type { Checkout, CheckoutOptions, CheckoutState } from './options.ts';

const EVENTS = [
  'ready',
  'open',
  'load',
  'expiring',
  'expired',
  'complete',
  'fail',
  'pending',
  'close',
  'error',
  'event',
] as const;

const AT_REST: readonly CheckoutState[] = ['idle', 'done', 'destroyed'];

/** A checkout of a wrapper, whose framework takes elements away whenever it likes. */
export interface LiveCheckout extends Checkout {
  /** Runs something when nothing is open: at once, or after the close. A payment outlives the button that opened it. */
  whenClosed(run: () => void): void;
}

/**
 * A checkout whose options may change after it was made: each is read when it is needed, callbacks when they are called.
 * For the wrappers, whose frameworks hand in new values at any time. What an open dialog has read stays as it is.
 *
 * @throws CheckoutError `config_invalid`.
 */
export function createLiveCheckout(read: () => CheckoutOptions): LiveCheckout {
  const checkout = createCheckout(liveOptions(read), loadFrame);
  // The newest callback is called, not the one of the start.
  for (const type of EVENTS) {
    checkout.on(type as 'event', (detail) => {
      const callback = ownOption(read(), `on${type[0]?.toUpperCase()}${type.slice(1)}`);
      if (typeof callback === 'function') callback(detail);
    });
  }
  /** Until the close: the outcome is shown for a while. */
  let isOnScreen = false;
  const waiting: (() => void)[] = [];
  checkout.on('open', () => {
    isOnScreen = true;
  });
  const runAll = () => {
    isOnScreen = false;
    for (const run of waiting.splice(0)) run();
  };
  checkout.on('close', () => queueMicrotask(runAll));
  return Object.assign(checkout, {
    whenClosed(run: () => void) {
      waiting.push(run);
      if (!isOnScreen && AT_REST.includes(checkout.state)) runAll();
    },
  });
}
