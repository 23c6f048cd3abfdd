import type { CheckoutSession } from '../../protocol/page/session.ts';
import { addMs, type Instant, msUntil } from '../instant.ts';
import type { CheckoutConfig } from '../settings.ts';
import type { Event } from './event.ts';
import { askAboutBroken, backToPage } from './frame.ts';
import { enter, freshSession, isInUse, mayGoOn, type State } from './state.ts';

/** Life of an address whose session does not say (S141). */
const DEFAULT_LIFE_MS = 120_000;
/** A server that hands out dead addresses is asked this often; then the address is shown as it is. */
const MAX_RENEWALS = 2;

/** A new session is here. */
export function onSession(
  state: State,
  { session, sentAt, now }: Extract<Event, { type: 'session' }>,
  config: CheckoutConfig,
): State {
  const lifeMs = session.expiresInMs ?? DEFAULT_LIFE_MS;
  const expiresAt = addMs(sentAt, lifeMs);
  const fresh: State = { ...state, ...freshSession, session, expiresAt };
  if (state.shownByOtherTabs.includes(session.sessionId)) return enter(fresh, 'openInAnotherTab');
  // Our tab slept, or the server was slow: renewed before the customer sees anything of it.
  const tooOld = remainingAt(fresh, now) < Math.min(config.timeouts.renewBefore, lifeMs / 2);
  return tooOld && mayRenew(fresh) ? renew(fresh) : show(fresh, session, config);
}

/** Each second of the last minute, and when the time is over. */
export function onTick(state: State, remainingMs: number, { expiry }: CheckoutConfig): State {
  const { phase } = state;
  if (phase === 'loading') {
    // A broken page waits for the network.
    return remainingMs === 0 && mayRenew(state) && !state.goingTo && !state.broken ? renew(state) : state;
  }
  if (expiry === 'address') return state;
  // The clock never takes the page away: the server is asked.
  if (remainingMs === 0) {
    const expiredLocally = state.expiredLocally || (isInUse(phase) && !state.expiryDismissed);
    return { ...state, expiredLocally, remainingMs: null, poll: { how: 'pollNow' } };
  }
  return isInUse(phase) && !state.expiryDismissed ? { ...state, remainingMs } : state;
}

/** "Keep paying", and "Pay here" when another tab has the page. */
export function onKeepPaying(state: State, now: Instant, config: CheckoutConfig): State {
  const { phase, session } = state;
  if (phase === 'openInAnotherTab' && session !== null) {
    const taken: State = { ...state, tabMessage: { type: 'here', sessionId: session.sessionId } };
    if (state.loaded) return backToPage(taken);
    if (state.broken) return askAboutBroken(enter(taken, 'loading'));
    // It died while another tab had it.
    return remainingAt(state, now) <= 0 ? renew(taken) : show(taken, session, config);
  }
  return (phase === 'expired' || phase === 'renewing') && mayGoOn(state)
    ? enter(state, state.returned ? 'confirming' : 'paying', { expiredLocally: false, expiryDismissed: true })
    : state;
}

/** The number stands on the page alone: no clock beside it, and no question of the clock's over it. The server may still end it. */
export function onVoucherIssued(state: State): State {
  if (!state.frameUrl) return state;
  const calm = { expiredLocally: false, expiryDismissed: true, remainingMs: null };
  return state.phase === 'expired' && mayGoOn(state) ? enter(state, 'paying', calm) : { ...state, ...calm };
}

/** The customer would rather have the page in the whole window. */
export function onOpenFullPage(state: State, now: Instant): State {
  const { phase, session } = state;
  if (session === null || (phase !== 'loading' && phase !== 'paying')) return state;
  // A dead address is dead on the full page too.
  return remainingAt(state, now) > 0
    ? goTo(state, session.redirectUrl)
    : enter(state, 'renewing', { onFullPage: true });
}

/** The dialog is out of sight, and the frame with it: the payment goes on in the whole window. */
export function onDialogHidden(state: State, now: Instant): State {
  const { phase, session } = state;
  const unseen: State = { ...state, dialogHidden: true, onFullPage: true };
  if (session === null || (phase !== 'loading' && phase !== 'paying')) return unseen;
  return remainingAt(state, now) > 0
    ? goTo({ ...unseen, frameUrl: '', frame: null, broken: false }, session.redirectUrl)
    : enter(unseen, 'renewing');
}

/** The page, in its frame or in the whole window. */
function show(state: State, session: CheckoutSession, config: CheckoutConfig): State {
  const url = session.redirectUrl;
  const onFullPage = state.onFullPage || session.framing === 'refused';
  const isFramed = !onFullPage || config.presentation === 'redirect';
  const shown = enter(state, 'loading', {
    onFullPage,
    frameUrl: isFramed ? url : '',
    touched: false,
    used: false,
  });
  return onFullPage ? goTo(shown, url) : shown;
}

/** Our history entry is taken off first: a step back under way would undo the navigation. */
function goTo(state: State, url: string): State {
  return {
    ...state,
    goingTo: { url },
    backEntry: state.backEntry === 'held' ? 'releasing' : state.backEntry,
  };
}

/** The address is too old to be shown, or died before its page loaded. */
function renew(state: State): State {
  return enter({ ...state, ...freshSession, session: state.session }, 'creating', {
    renewals: state.renewals + 1,
  });
}

/**
 * A dead page that nobody has used is replaced without a question, by the way that an address goes which died before its page had
 * loaded. Only where somebody sees it, and not for ever: a tab that was left open makes no sessions.
 */
export function renewUnused(state: State, visible = false): State {
  const { phase, used, returned } = state;
  return phase === 'expired' && visible && !used && !returned && mayRenew(state) ? renew(state) : state;
}

function mayRenew(state: State): boolean {
  return state.renewals < MAX_RENEWALS;
}

function remainingAt({ expiresAt }: State, now: Instant): number {
  return expiresAt ? msUntil(expiresAt, now) : 0;
}
