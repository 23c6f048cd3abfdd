import type { Basket } from '../server/merchant/parseBasket.ts';
import type { Settings } from '../settings/settings.ts';
import type { HeardEvent } from './listenToCheckout.ts';

/*
 * Shop in a frame ↔ control room around it; both pages are of one origin, and nobody else is listened to.
 */
export type FromShop =
  | { demo: 'shop'; type: 'here' }
  | { demo: 'shop'; type: 'basket'; basket: Basket; total: string }
  | { demo: 'shop'; type: 'heard'; event: HeardEvent };
export type FromRoom =
  | { demo: 'room'; type: 'settings'; settings: Settings }
  | { demo: 'room'; type: 'startAgain' };

export interface RoomLink {
  send(message: FromShop): void;
}

/** The way to the control room; goes nowhere while the shop stands alone. */
export function openRoomLink(window: Window, onMessage: (message: FromRoom) => void): RoomLink {
  const { parent, location } = window;
  if (parent === window) return { send: () => {} };
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<FromRoom>) => {
    if (source === parent && origin === location.origin && data?.demo === 'room') onMessage(data);
  });
  return { send: (message) => parent.postMessage(message, location.origin) };
}
