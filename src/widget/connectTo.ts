/**
 * Opens a connection to the hosted page's origin, by a hidden frame: in the network partition that the page itself will use.
 * `preconnect` opens it in another one (https://github.com/whatwg/fetch/issues/1035).
 *
 * @param place in it, so that the frame is removed with an element that is removed without `unmount()`.
 */
export function connectTo(origin: string, place: Element | undefined, mounted: AbortSignal): void {
  const frame = document.createElement('iframe');
  frame.src = `${origin}/robots.txt`;
  frame.style.display = 'none';
  (place ?? document.body).append(frame);
  mounted.addEventListener('abort', () => frame.remove());
}
