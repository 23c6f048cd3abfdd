import { gatewayOf } from './gatewayOrigin.ts';
import type { CheckoutOptions } from './options.ts';

/**
 * Opens a connection to the hosted page's origin, if it is known, by a hidden frame: in the network partition that the page
 * itself will use. `preconnect` opens it in another one (https://github.com/whatwg/fetch/issues/1035).
 *
 * @param place in it, so that the frame is removed with an element that is removed without `unmount()`.
 * @returns takes the frame away.
 */
export function connectTo(options: CheckoutOptions, place: ParentNode): () => void {
  const origin = gatewayOf(options);
  const frame = document.createElement('iframe');
  if (origin && options.warm !== 'files') {
    frame.src = `${origin}/robots.txt`;
    frame.style.display = 'none';
    place.append(frame);
  }
  return () => frame.remove();
}
