import type { ReturnHint } from '../protocol/page/frameMessage.ts';
import { isFinalStatus, type Outcome, outcomeOfStatus } from '../protocol/page/outcome.ts';
import type { CheckoutSession } from '../protocol/page/session.ts';
import type { SessionStatusReply } from '../protocol/page/status.ts';
import type { CheckoutError } from './checkoutError.ts';

/*
 * One `open()`, from the click to the dialog's end.
 *
 * Requirements
 * 1. `completed` and `failed` are reached by a status reply (or the server's "already paid") and by nothing else.
 * 2. A close after the page has loaded asks the server before it is believed.
 * 3. An outcome is told once: `ended` and `gone` are never left for anything but each other.
 * 4. The clock never takes the page away. It can only lead to a question.
 */

export type Phase =
  /** A session is asked for; no frame. Also the silent renewal of an address that died before its page loaded. */
  | 'creating'
  /** The frame has its address and has not loaded. */
  | 'loading'
  /** The hosted page is in front of the customer. */
  | 'paying'
  /** Another tab shows this session's page. Here it waits, covered, or has not been asked for at all. */
  | 'openInAnotherTab'
  /** The return page has spoken; the server has not decided. */
  | 'confirming'
  /** The customer wants to close; asked whether they mean it. */
  | 'confirmingClose'
  /** The customer closes; the server is asked. */
  | 'closing'
  /** The address is dead by our clock or by the server's word; the frame is kept. */
  | 'expired'
  /** "Start again": a new session is asked for; the frame is kept until it is here. */
  | 'renewing'
  /** The outcome is told; its view is on screen. */
  | 'ended'
  | 'closed';

export type Ending =
  | { outcome: Outcome; sessionId: string | null; orderReference?: string }
  /** The page could not be opened: no outcome, the promise rejects. */
  | { error: CheckoutError; sessionId: string | null };

export interface State {
  readonly phase: Phase;
  readonly session: CheckoutSession | null;
  /** The hosted page's address, checked: what the frame shows; empty while there is no frame. */
  readonly frameUrl: string;
  /** The frame has fired `load`. */
  readonly loaded: boolean;
  readonly returned: ReturnHint | null;
  /** Our clock says the address is dead. */
  readonly expiredLocally: boolean;
  /** The customer chose to keep paying; the clock says no more. */
  readonly expiryDismissed: boolean;
  /** The server says the session is dead: there is nothing left to keep paying. */
  readonly expiredOnServer: boolean;
  /** Ms of life left, in the last minute, while the customer has the page in front of them. */
  readonly remainingMs: number | null;
  /** This step takes longer than usual. */
  readonly slow: boolean;
  /** What a new session has to wait for. */
  readonly waitingFor: 'earlierPayment' | 'otherTab' | null;
  readonly online: boolean;
  /** The directive of the shop's own policy that keeps the page out of a frame. */
  readonly blockedBy: string;
  readonly ending: Ending | null;
}

export type Event =
  /** `elsewhere`: another tab shows it already. */
  | { type: 'session'; session: CheckoutSession; elsewhere?: boolean }
  | { type: 'alreadyPaid'; sessionId: string | null; orderReference?: string }
  | { type: 'refused'; error: CheckoutError }
  /** The address is too old to be shown, or died before its page loaded. */
  | { type: 'stale' }
  | { type: 'loaded' }
  /** Another tab has taken the session over. */
  | { type: 'takenOver' }
  | { type: 'returned'; hint: ReturnHint }
  | { type: 'status'; reply: SessionStatusReply }
  /** Our clock reached zero while the page was in use. */
  | { type: 'expiredLocally' }
  /** `sure`: the customer need not be asked whether they mean it. */
  | { type: 'close'; sure: boolean }
  | { type: 'stay' }
  /** The server did not answer a customer who waits to leave, or to hear. */
  | { type: 'giveUp' }
  | { type: 'startAgain' }
  /** Also "Pay here", when another tab has the page. */
  | { type: 'keepPaying' }
  | { type: 'dismiss' }
  /** The dialog was taken away from outside. */
  | { type: 'abandon' };

export const firstState: State = {
  phase: 'creating',
  session: null,
  frameUrl: '',
  loaded: false,
  returned: null,
  expiredLocally: false,
  expiryDismissed: false,
  expiredOnServer: false,
  remainingMs: null,
  slow: false,
  waitingFor: null,
  online: true,
  blockedBy: '',
  ending: null,
};

/** The next state; the same object when the event means nothing in this phase. Pure. */
export function transition(state: State, event: Event): State {
  const { phase } = state;
  if (phase === 'closed') return state;
  if (phase === 'ended') {
    return event.type === 'dismiss' || event.type === 'close' || event.type === 'abandon'
      ? { ...state, phase: 'closed' }
      : state;
  }
  switch (event.type) {
    case 'session':
      return phase === 'creating' || phase === 'renewing'
        ? { ...firstState, phase: event.elsewhere ? 'openInAnotherTab' : 'loading', session: event.session }
        : state;
    case 'alreadyPaid': {
      const { type: _, ...paid } = event;
      return end(state, { outcome: 'completed', ...paid });
    }
    case 'refused':
      // The old page is still there: better than none.
      if (phase === 'renewing' && event.error.recoverable && !state.expiredOnServer)
        return { ...state, phase: 'expired' };
      return phase === 'creating' || phase === 'renewing' ? fail(state, event.error) : state;
    case 'stale':
      return phase === 'loading' ? { ...state, phase: 'creating' } : state;
    case 'loaded':
      if (phase === 'openInAnotherTab') return { ...state, loaded: true };
      return phase === 'loading' ? { ...state, phase: 'paying', loaded: true } : state;
    case 'takenOver':
      return phase === 'loading' || phase === 'paying' ? { ...state, phase: 'openInAnotherTab' } : state;
    case 'returned':
      if (phase === 'renewing') return { ...state, returned: event.hint };
      return inPage(phase) ? { ...state, phase: 'confirming', returned: event.hint } : state;
    case 'status':
      return onStatus(state, event.reply);
    case 'expiredLocally':
      return isInUse(phase) && !state.expiryDismissed ? { ...state, expiredLocally: true } : state;
    case 'close':
      return onClose(state, event.sure);
    case 'stay':
      return phase === 'confirmingClose'
        ? { ...state, phase: state.returned ? 'confirming' : 'paying' }
        : state;
    case 'giveUp':
      if (phase === 'closing') return leave(state, { status: 'open' });
      return phase === 'confirming' ? tell(state, 'pending') : state;
    case 'startAgain':
      return phase === 'expired' || inPage(phase) ? { ...state, phase: 'renewing' } : state;
    case 'keepPaying':
      if (phase === 'openInAnotherTab') return { ...state, phase: state.loaded ? 'paying' : 'loading' };
      return (phase === 'expired' || phase === 'renewing') && !state.expiredOnServer
        ? {
            ...state,
            phase: state.returned ? 'confirming' : 'paying',
            expiredLocally: false,
            expiryDismissed: true,
          }
        : state;
    case 'abandon':
      return { ...state, phase: 'closed', ending: { outcome: 'closed', sessionId: sessionId(state) } };
    case 'dismiss':
      return state;
  }
}

/** Whether the hosted page, or what came after it, stands in the frame. */
function inPage(phase: Phase): boolean {
  return isInUse(phase) || phase === 'loading' || phase === 'confirming' || phase === 'expired';
}

/** Whether the customer has the page in front of them: the time that is left is their affair. */
export function isInUse(phase: Phase): boolean {
  return phase === 'paying' || phase === 'confirmingClose';
}

function onStatus(state: State, reply: SessionStatusReply): State {
  const { status } = reply;
  if (state.session === null || state.phase === 'creating') return state;
  // While the old session is being replaced, only its payment matters.
  if (state.phase === 'renewing' && status !== 'completed') return state;
  if (state.phase === 'closing') return leave(state, reply);
  if (status === 'expired') return { ...state, phase: 'expired', expiredOnServer: true };
  // The customer has the page that declined a card in front of them, and may type another one.
  if (reply.mayRetry && isInUse(state.phase) && !state.expiredLocally) return state;
  if (isFinalStatus(status)) return tell(state, status, reply.orderReference);
  return state.phase === 'paying' && state.expiredLocally && status === 'open'
    ? { ...state, phase: 'expired' }
    : state;
}

function onClose(state: State, sure: boolean): State {
  switch (state.phase) {
    case 'creating':
    case 'loading':
      return leave(state, { status: 'open' });
    case 'paying':
    case 'confirming':
      return { ...state, phase: sure ? 'closing' : 'confirmingClose' };
    case 'closing':
      return state;
    default:
      return state.expiredOnServer ? leave(state, { status: 'expired' }) : { ...state, phase: 'closing' };
  }
}

/** The customer leaves, and `reply` is all the server has said. */
function leave(state: State, { status, orderReference }: SessionStatusReply): State {
  let outcome = outcomeOfStatus(status);
  if (outcome === 'closed' && state.returned) outcome = 'pending';
  else if (outcome === 'closed' && state.expiredLocally) outcome = 'expired';
  return tell(state, outcome, orderReference);
}

function tell(state: State, outcome: Outcome, orderReference?: string): State {
  return end(state, {
    outcome,
    sessionId: sessionId(state),
    ...(orderReference !== undefined && { orderReference }),
  });
}

/** A customer who left needs no view of it, unless it is news that must not be missed. */
function end(state: State, ending: Extract<Ending, { outcome: Outcome }>): State {
  const { outcome } = ending;
  const left = outcome === 'closed' || outcome === 'expired';
  const known = outcome === 'failed' && state.phase === 'closing';
  return { ...state, phase: left || known ? 'closed' : 'ended', ending };
}

function fail(state: State, error: CheckoutError): State {
  return { ...state, phase: 'ended', ending: { error, sessionId: sessionId(state) } };
}

/** What the customer is shown of the time that is left. */
export function secondsLeft({ remainingMs }: State): number | null {
  return remainingMs === null ? null : Math.ceil(remainingMs / 1000);
}

function sessionId(state: State): string | null {
  return state.session?.sessionId ?? null;
}
