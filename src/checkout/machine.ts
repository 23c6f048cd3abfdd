import { abandon, end, endWith, fail, leave, onClose, onEventAfterEnd } from './machine/ending.ts';
import type { Event } from './machine/event.ts';
import { backToPage, onFrameFocused, onFrameLoaded, onFrameSpoke, onNetwork } from './machine/frame.ts';
import { onBackReleased, onFrameBlocked, onPageShown, onShownByOtherTab } from './machine/page.ts';
import {
  onDialogHidden,
  onKeepPaying,
  onOpenFullPage,
  onSession,
  onTick,
  onVoucherIssued,
  renewUnused,
} from './machine/session.ts';
import {
  enter,
  firstState,
  isInPage,
  isOver,
  isQuestion,
  mayGoOn,
  pollSoon,
  type State,
} from './machine/state.ts';
import { onStatus } from './machine/status.ts';
import type { CheckoutConfig } from './settings.ts';

export type { Event, Timer } from './machine/event.ts';
export type { Ending, Phase, State, TabMessage } from './machine/state.ts';
export { firstState, isOnScreen, isOver, mayGoOn, secondsLeft } from './machine/state.ts';

/*
 * One `open()`, from the click to the dialog's end. A state machine: what happens next is decided here, and nowhere else.
 *
 * Requirements
 * 1. `completed` and `failed` are reached by a status reply (or the server's "already paid") and by nothing else.
 * 2. A close after the page has loaded asks the server before it is believed.
 * 3. An outcome is reported once: a phase after the end is never left for one before it.
 * 4. The clock never takes the page away. It can only lead to a question.
 */

export function stateAtStart({ presentation }: CheckoutConfig, online: boolean): State {
  return {
    ...firstState,
    online,
    onFullPage: presentation === 'redirect',
    backEntry: presentation === 'modal' ? 'held' : 'none',
  };
}

/** The next state; the same object when the event means nothing in this one. Pure. */
export function transition(state: State, event: Event, config: CheckoutConfig): State {
  const next = decide(state, event, config);
  // A question that nobody sees is not asked.
  return next.dialogHidden && isQuestion(next.phase) ? enter(next, 'closing') : next;
}

function decide(state: State, event: Event, config: CheckoutConfig): State {
  const { phase, session } = state;
  if (phase === 'closed') return state;
  if (event.type === 'abandon') return abandon(state);
  if (event.type === 'backReleased' && state.backEntry !== 'releasing') return state;
  if (isOver(phase)) return onEventAfterEnd(state, event, config);
  const asksForSession = phase === 'creating' || phase === 'renewing';
  switch (event.type) {
    case 'session':
      return asksForSession ? onSession(state, event, config) : state;
    case 'alreadyPaid': {
      const { type: _, ...paid } = event;
      return end(state, { outcome: 'completed', ...paid });
    }
    case 'wait': {
      const isInOtherTab = state.shownByOtherTabs.includes(event.sessionId ?? '');
      return asksForSession ? { ...state, waitingFor: isInOtherTab ? 'otherTab' : 'earlierPayment' } : state;
    }
    case 'refused':
      // The old page is still there: better than none.
      if (phase === 'renewing' && event.error.recoverable && mayGoOn(state)) {
        return enter(state, 'expired');
      }
      return asksForSession ? fail(state, event.error) : state;
    case 'frameAttached':
      return state.frameUrl ? { ...state, frame: event.frame } : state;
    case 'frameLoaded':
      return onFrameLoaded(state);
    case 'frameFocused':
      return onFrameFocused(state);
    case 'frameSpoke':
      return onFrameSpoke(state);
    case 'frameUsed':
      return { ...state, used: true };
    case 'voucherIssued':
      return onVoucherIssued(state);
    case 'frameBlocked':
      return onFrameBlocked(state, event.directive, event.url);
    case 'returned':
      if (phase === 'renewing' || phase === 'confirming') {
        return pollSoon({ ...state, returned: event.hint });
      }
      // Said once more, as when Back leads the frame to the return page again, it answers no question for the customer.
      if (phase === 'confirmingClose' && state.returned) return pollSoon(state);
      return isInPage(phase) ? enter(state, 'confirming', { returned: event.hint }) : pollSoon(state);
    case 'status':
      return renewUnused(onStatus(state, event.reply), event.visible);
    case 'tick':
      return onTick(state, event.remainingMs, config);
    case 'timeout':
      return onTimeout(state, event.timer);
    case 'network':
      return onNetwork(state, event.online);
    case 'awake':
      return renewUnused(pollSoon(state), event.visible);
    case 'pageHidden':
      return { ...state, pageHidden: true };
    case 'pageShown':
      return onPageShown(state, config);
    case 'dialogHidden':
      return onDialogHidden(state, event.now);
    case 'backReleased':
      return onBackReleased(state);
    case 'shownByOtherTab':
      return onShownByOtherTab(state, event.sessionId);
    case 'newsFromOtherTab':
      return event.sessionId === session?.sessionId ? pollSoon(state) : state;
    case 'back':
    case 'close': {
      // To go back from the question is to stay.
      if (event.type === 'back' && phase === 'confirmingClose') return onStay(state);
      const { confirmClose } = config;
      return onClose(state, confirmClose === 'never' || (confirmClose === 'auto' && !state.touched));
    }
    case 'closeNow':
      return onClose(state, true);
    case 'stay':
      return phase === 'confirmingClose' ? onStay(state) : state;
    case 'startAgain':
      return isInPage(phase) ? enter(state, 'renewing') : state;
    case 'keepPaying':
      return onKeepPaying(state, event.now, config);
    case 'openFullPage':
      return onOpenFullPage(state, event.now);
    default:
      return state;
  }
}

/** The customer does not leave after all. */
function onStay(state: State): State {
  return state.returned ? enter(state, 'confirming') : backToPage(state);
}

/** A phase has lasted as long as `timer` says. */
function onTimeout(state: State, timer: Extract<Event, { type: 'timeout' }>['timer']): State {
  const { phase } = state;
  switch (timer) {
    case 'slow':
      return phase === 'paying' ? state : { ...state, slow: true };
    case 'untouched':
      // `load` fires for a refused frame as well: one that gives no sign of life may be one.
      // https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/iframe#error_and_load_event_behavior
      return phase !== 'paying' || state.touched || state.spoke ? state : { ...state, slow: true };
    case 'load':
      // Some pages are in use long before they fire `load`.
      return phase === 'loading' ? { ...state, poll: { how: 'start' } } : state;
    case 'confirm':
      return phase === 'confirming' ? endWith(state, 'pending') : state;
    case 'closeStatus':
      return phase === 'closing' ? leave(state, { status: 'open' }) : state;
    default:
      return state;
  }
}
