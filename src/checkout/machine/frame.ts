import type { SessionStatusReply } from '../../protocol/page/status.ts';
import { endWith } from './ending.ts';
import { enter, freshSession, pollSoon, type State } from './state.ts';

/** The frame has fired `load`: proof of nothing the first time; every later one means that the frame has moved on. */
export function onFrameLoaded(state: State): State {
  if (!state.frameUrl) return state;
  // Without a network it is the browser's own page that has loaded.
  if (!state.online) return { ...state, broken: true };
  const loaded: State = { ...state, loaded: true, broken: false };
  return state.phase === 'loading' ? enter(loaded, 'paying') : pollSoon(loaded);
}

/** Some pages are in use long before they fire `load`, or never do. */
function onUse(state: State, use: Partial<State>): State {
  const { phase } = state;
  const used: State = { ...state, ...use, slow: state.slow && phase !== 'paying' };
  return phase === 'loading' && state.frameUrl && state.frame
    ? enter(used, 'paying', { loaded: true })
    : used;
}

/** The customer's focus is in the frame. In a broken page it means nothing. */
export function onFrameFocused(state: State): State {
  return state.broken ? state : onUse(state, { touched: true, used: true });
}

/** A page in the frame has sent a message, whatever it says: it is alive. */
export function onFrameSpoke(state: State): State {
  return onUse(state, { spoke: true, broken: false });
}

export function onNetwork(state: State, online: boolean): State {
  const now: State = { ...state, online };
  if (!online) return now;
  return state.broken ? askAboutBroken(now) : pollSoon(now);
}

/** Shows the page again that stood covered. */
export function backToPage(state: State, more: Partial<State> = {}): State {
  return askAboutBroken(enter(state, 'paying', more));
}

/** The customer may have paid before the network went: the server is asked at once. */
export function askAboutBroken(state: State): State {
  return state.broken && state.online ? { ...state, poll: { how: 'pollNow' } } : state;
}

/** The network is back, and the page in the frame is good for nothing: it is completed, or there is a fresh one. */
export function onStatusOfBroken(state: State, reply: SessionStatusReply): State {
  const { status, mayRetry } = reply;
  if (status === 'completed' || (status === 'failed' && !mayRetry)) {
    return endWith(state, status, reply);
  }
  return status === 'pending'
    ? enter(state, 'confirming')
    : enter({ ...state, ...freshSession, session: state.session }, 'creating');
}
