import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { onChange } from '../checkout/effects/effect.ts';
import { listen } from '../checkout/listen.ts';
import { boundHeight, readSize } from '../protocol/page/frameMessage.ts';
import type { Shell } from './shell.ts';

/** A page that says how high it is does so near its own `load`. */
const NEAR_MS = 500;

const keyOf = (origin: string) => `hpp-checkout-height ${origin}`;

/**
 * Lets the dialog be as high as the hosted page says it is (`size`). Heard from the frame's own window and the hosted page's own
 * origin alone, read with bounds, and for looks alone. The last height is kept for each origin, so that the next dialog
 * opens with it; a page that says nothing has all the room there is.
 *
 * @returns stops.
 */
export function followHeight(window: Window, shell: Shell, model: CheckoutModel): () => void {
  const { element, main } = shell;
  const { state } = model;
  /** When; 0: nothing yet. */
  let saidAt = 0;
  /** The frame whose first page has loaded. */
  let loaded: EventTarget | null | undefined = shell.frameLoaded ? shell.frame : null;
  let timer: number | undefined;

  function show(height: number | undefined): void {
    // With the header; no height takes the property away.
    element.style.setProperty('--page', height ? `calc(${height}px + 4em)` : '');
  }
  const originOf = () => new URL(state.peek().frameUrl).origin;

  function onMessage({ isTrusted, source, origin, data }: MessageEvent): void {
    const { frame } = state.peek();
    if (!isTrusted || frame === null || source !== frame || origin !== originOf()) return;
    const height = readSize(data);
    if (height === undefined) return;
    saidAt = window.performance.now();
    show(height);
    try {
      window.localStorage.setItem(keyOf(origin), `${height}`);
    } catch {
      // Storage may be refused; the dialog does not need it.
    }
  }
  /**
   * The next page in the frame may be a bank's, which says nothing. What a frame has said before it has loaded anything is its
   * first page's own, however long its pictures take; later it may be the page's before, so that it counts only near the `load`.
   */
  function onLoad({ target }: Event): void {
    const since = target === loaded ? window.performance.now() - NEAR_MS : 1;
    loaded = target;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => saidAt < since && show(undefined), NEAR_MS);
  }
  const unlisten = listen([window, 'message', onMessage], [main, 'load', onLoad, true]);
  const ignoreUrl = onChange(state, 'frameUrl', (url) => url && show(recall(window, originOf())));
  const ignoreFrame = onChange(state, 'frame', () => {
    saidAt = 0;
    // The page of a fast gateway has spoken before this code was here.
    if (shell.frameMessage) onMessage(shell.frameMessage);
  });
  return () => {
    ignoreUrl();
    ignoreFrame();
    unlisten();
    window.clearTimeout(timer);
  };
}

/** How high the page of this gateway was the last time. */
function recall(window: Window, origin: string): number | undefined {
  try {
    return boundHeight(Number(window.localStorage.getItem(keyOf(origin)) ?? Number.NaN));
  } catch {
    return undefined;
  }
}
