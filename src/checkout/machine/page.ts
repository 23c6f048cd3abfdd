import type { CheckoutConfig } from '../settings.ts';
import { enter, pollSoon, type State } from './state.ts';

/** The shop's page is shown: for the first time, or back from the browser's page cache. */
export function onPageShown(state: State, { presentation }: CheckoutConfig): State {
  if (!state.pageHidden) return pollSoon(state);
  const back: State = {
    ...state,
    pageHidden: false,
    goingTo: null,
    backEntry: presentation === 'modal' ? 'held' : 'none',
  };
  // Back from the full page, and no frame to go on with: asked how it stands.
  const wasOnFullPage = state.goingTo && (presentation === 'redirect' || !state.frameUrl);
  return wasOnFullPage ? enter(back, 'closing', { loaded: true }) : pollSoon(back);
}

/** Our history entry has been taken off, and the outcome is not known. */
export function onBackReleased(state: State): State {
  // What it was taken off for may have become pointless meanwhile.
  return { ...state, backEntry: state.goingTo ? 'none' : 'held' };
}

/** The shop's own policy has kept an address out of a frame: ours? */
export function onFrameBlocked(state: State, directive: string, url: string): State {
  const origin = state.frameUrl && new URL(state.frameUrl).origin;
  return origin && url.startsWith(origin) ? { ...state, blockedBy: directive } : state;
}

/** Another tab says which session's page it shows. */
export function onShownByOtherTab(state: State, sessionId: string): State {
  const { phase, session, shownByOtherTabs } = state;
  const noted: State = { ...state, shownByOtherTabs: [...new Set([...shownByOtherTabs, sessionId])] };
  const isOurs = sessionId === session?.sessionId;
  // What was asked for before the other tab could say so goes again; what the customer has seen stays, covered.
  if (isOurs && phase === 'loading' && !state.broken)
    return enter(noted, 'openInAnotherTab', { frameUrl: '', frame: null });
  return isOurs && (phase === 'loading' || phase === 'paying') ? enter(noted, 'openInAnotherTab') : noted;
}
