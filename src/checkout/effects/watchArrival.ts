import type { Effect } from './effect.ts';

/** A page that has come fires `load` within this time, or may be in use long before it does. */
const STANDS_MS = 2_000;

/**
 * Says when a page has stood in the frame for some time without a `load`: one picture that never comes keeps it back, and Firefox
 * and WebKit fire none for an error page of their own (https://github.com/whatwg/html/issues/125).
 */
export const watchArrival: Effect = ({ window, started: { frame }, send }) => {
  let timer: number;
  let isThere = false;
  function look(): void {
    if (isThere) send({ type: 'frameLoaded' });
    else {
      isThere = hasArrived(frame as Window);
      timer = window.setTimeout(look, isThere ? STANDS_MS : 200);
    }
  }
  look();
  return () => window.clearTimeout(timer);
};

/**
 * Whether the frame has left the empty document that it begins with. No page is shown the address of another origin's
 * (https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface).
 */
function hasArrived({ location }: Window): boolean {
  try {
    return location.href !== 'about:blank';
  } catch {
    return true;
  }
}
