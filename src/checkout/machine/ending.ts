import { type Outcome, outcomeOfStatus } from '../../protocol/page/outcome.ts';
import type { SessionStatusReply } from '../../protocol/page/status.ts';
import type { CheckoutError } from '../checkoutError.ts';
import type { CheckoutConfig } from '../settings.ts';
import type { Event } from './event.ts';
import { type Ending, enter, freshSession, type State } from './state.ts';

/** The customer's wish to close, or the merchant's. `sure`: they need not be asked whether they mean it. */
export function onClose(state: State, sure: boolean): State {
  switch (state.phase) {
    case 'creating':
    case 'loading':
      return leave(state, { status: 'open' });
    case 'paying':
    case 'confirming':
      return enter(state, sure ? 'closing' : 'confirmingClose');
    case 'closing':
      return state;
    default:
      return state.expiredOnServer ? leave(state, { status: 'expired' }) : enter(state, 'closing');
  }
}

/** The customer leaves, and `reply` is all that is known from the server. */
export function leave(state: State, reply: SessionStatusReply): State {
  let outcome = outcomeOfStatus(reply.status);
  if (outcome === 'closed' && state.returned) outcome = 'pending';
  else if (outcome === 'closed' && state.expiredLocally) outcome = 'expired';
  return endWith(state, outcome, reply);
}

/** Ends with an outcome, and what the server says of it. */
export function endWith(
  state: State,
  outcome: Outcome,
  { orderReference, reason, email }: Partial<SessionStatusReply> = {},
): State {
  return end(state, {
    outcome,
    sessionId: state.session?.sessionId ?? null,
    ...(orderReference !== undefined && { orderReference }),
    ...(reason && { reason }),
    ...(email && { email }),
  });
}

export function fail(state: State, error: CheckoutError): State {
  return end(state, { error, sessionId: state.session?.sessionId ?? null });
}

export function end(state: State, ending: Ending): State {
  const { session } = state;
  const over: State = {
    ...state,
    ...freshSession,
    session,
    ending,
    tabMessage: ending.sessionId === null ? null : { type: 'news', sessionId: ending.sessionId },
  };
  return release(over, isShown(state, ending) ? 'ended' : 'closed');
}

/** A customer who left needs no view of the outcome, unless it is news that must not be missed. */
function isShown({ phase, dialogHidden }: State, ending: Ending): boolean {
  if (dialogHidden) return false;
  if ('error' in ending) return true;
  const { outcome } = ending;
  return !(outcome === 'closed' || outcome === 'expired' || (outcome === 'failed' && phase === 'closing'));
}

/** The dialog was taken away from outside; the shop may be on its way to another page, so its history is left alone. */
export function abandon(state: State): State {
  const over = state.ending ? state : endWith(state, 'closed');
  return { ...over, phase: 'closed', backEntry: 'none', reported: true };
}

/** All that may still happen when the outcome is known. */
export function onEventAfterEnd(state: State, event: Event, { presentation }: CheckoutConfig): State {
  const { phase, ending } = state;
  switch (event.type) {
    case 'backReleased':
      return release({ ...state, backEntry: 'none' }, phase === 'ended' ? 'ended' : 'closed');
    case 'outcomeReported': {
      // "Payment complete" goes by itself, and the shop may be on its way already: Back is the shop's again.
      const holds = phase === 'ended' && state.reported && presentation === 'modal' && !isCompleted(ending);
      return holds ? { ...state, backEntry: 'held' } : state;
    }
    // Left before the merchant has heard of it.
    case 'pageHidden':
    case 'pageShown':
      return state.reported ? state : { ...state, pageHidden: event.type === 'pageHidden' };
    case 'timeout':
      return event.timer === 'successMessage' && isCompleted(ending) ? release(state, 'closed') : state;
    case 'dialogHidden':
    case 'dismiss':
    case 'back':
    case 'close':
    case 'closeNow':
      return release(state, 'closed');
    default:
      return state;
  }
}

function isCompleted(ending: Ending | null): boolean {
  return ending !== null && 'outcome' in ending && ending.outcome === 'completed';
}

/** Goes to `ended` or `closed`. The merchant hears of it, and the checkout is closed, with our history entry taken off. */
function release(state: State, phase: 'ended' | 'closed'): State {
  if (state.backEntry === 'none') return { ...state, phase, reported: true };
  return { ...state, phase: phase === 'ended' ? phase : 'restoringHistory', backEntry: 'releasing' };
}
