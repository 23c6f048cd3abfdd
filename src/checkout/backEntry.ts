import { listen } from './listen.ts';

/** In `history.state`, marks the entry that is ours. It survives a reload, and the next open takes it over. */
const MARK = 'hpp-checkout';
/** For the browser to take one step back, in ms. */
const STEP_MS = 500;

export interface BackEntry {
  /** Puts our entry on top of the shop's history, so that Back has something to take away. */
  hold(): void;
  /**
   * Takes our entry off, then runs `then`; at once when there is nothing to take off. The merchant hears of an outcome
   * only after that: a step back under way would undo whatever the shop navigates to.
   */
  release(then: () => void): void;
  /** Hears nothing any more and moves nothing: the shop may be on its way to another page. */
  drop(): void;
}

/*
 * Back closes the checkout instead of leaving the shop's page.
 *
 * Requirements
 * 1. The shop's router is sent nowhere: our entry has its address and its state. Browsers that let us stop our `popstate`
 *    before the router's listener do (https://github.com/whatwg/dom/issues/685); in others it hears that it is where it is.
 * 2. After a close Back and Forward do what they did before, also when the customer has moved about inside the frame,
 *    which adds entries to the same history (https://github.com/whatwg/html/issues/6501).
 * 3. The step back does not scroll: a browser would put the page where it stood when our entry was made, which is the top if
 *    the shop's own lock had nailed its body down (https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-history-scrollrestoration-dev).
 *    So the shop's entry is `manual` for as long as ours stands on it.
 * 4. A step is taken only from our own entry, and never while the page is on its way to another one.
 */

/** @param onBack the customer pressed Back; our entry is put back after it, unless it was released in there. */
export function createBackEntry(window: Window, onBack: () => void): BackEntry {
  const { history, navigation } = window as Window & { navigation?: Navigation };
  const waiting: (() => void)[] = [];
  const { scrollRestoration } = history;
  let timer: number;
  let leaving = false;
  let dropped = false;
  let unlisten: (() => void) | undefined;

  const isOnTop = () => Object.hasOwn(history.state ?? {}, MARK);

  function hear(): void {
    unlisten ??= listen(
      [window, 'popstate', onPop, true],
      ...(navigation ? ([[navigation, 'navigate', onNavigate]] as const) : []),
    );
  }
  function hold(): void {
    hear();
    if (isOnTop()) return;
    history.scrollRestoration = 'manual';
    try {
      history.pushState({ ...history.state, [MARK]: true }, '');
    } catch {
      // A sandboxed page has no history of its own: Back leaves it, as it would without us.
    }
    history.scrollRestoration = scrollRestoration;
  }

  function onPop(event: Event): void {
    if (isOnTop()) return;
    history.scrollRestoration = scrollRestoration;
    event.stopImmediatePropagation();
    if (waiting.length) done();
    else {
      onBack();
      if (unlisten) hold();
    }
  }
  function onNavigate({ destination }: NavigateEvent): void {
    leaving ||= !destination.sameDocument;
  }

  function done(): void {
    window.clearTimeout(timer);
    unlisten?.();
    unlisten = undefined;
    for (const then of waiting.splice(0)) then();
  }

  function release(then: () => void): void {
    if (waiting.push(then) > 1) return;
    if (dropped || leaving || !isOnTop()) done();
    else {
      hear();
      timer = window.setTimeout(done, STEP_MS);
      stepBack();
    }
  }

  function stepBack(): void {
    // `back()` may only move the frame that the customer has moved about in, and that is gone: the frame's entries are in
    // the page's own history (https://github.com/whatwg/html/issues/6501).
    const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
    if (before) for (const step of Object.values(navigation.traverseTo(before.key))) step.catch(() => {});
    else if (navigation) done();
    else history.back();
  }

  function drop(): void {
    dropped = true;
    done();
  }

  return { hold, release, drop };
}
