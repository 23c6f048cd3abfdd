import type { Settings } from '../../settings/settings.ts';
import type { Basket } from '../../wire/basket.ts';
import type { BrowserEvent } from '../checkout/listenToCheckout.ts';

/*
 * The shop in a frame ↔ the page around it, which is the control room. Both are of one origin; messages of any other
 * origin or window are ignored.
 */
export type ShopMessage =
  | { from: 'shop'; type: 'ready' }
  | { from: 'shop'; type: 'basket'; basket: Basket; total: string }
  | { from: 'shop'; type: 'event'; event: BrowserEvent };
export type ParentMessage =
  | { from: 'parent'; type: 'settings'; settings: Settings }
  | { from: 'parent'; type: 'startAgain' }
  /** Whether a film plays, which may type and press on the hosted page too. */
  | { from: 'parent'; type: 'film'; plays: boolean };

export interface ParentChannel {
  send(message: ShopMessage): void;
}

/** The channel to the page around the shop. What is sent while the shop stands in no frame goes nowhere. */
export function openParentChannel(
  window: Window,
  onMessage: (message: ParentMessage) => void,
): ParentChannel {
  const { parent, location } = window;
  if (parent === window) return { send: () => {} };
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<ParentMessage>) => {
    if (source === parent && origin === location.origin && data?.from === 'parent') onMessage(data);
  });
  return { send: (message) => parent.postMessage(message, location.origin) };
}
