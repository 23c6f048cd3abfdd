import type { ReturnHint } from '../../protocol/page/frameMessage.ts';
import type { Outcome } from '../../protocol/page/outcome.ts';
import type { CheckoutSession } from '../../protocol/page/session.ts';
import type { SessionStatusReply } from '../../protocol/page/status.ts';
import type { CheckoutError } from '../checkoutError.ts';
import type { Instant } from '../instant.ts';

export type Phase =
  /** A session is asked for; no frame. Also the silent renewal of an address that died before its page loaded. */
  | 'creating'
  /** The frame has its address and has not loaded. */
  | 'loading'
  /** The hosted page is in front of the customer. */
  | 'paying'
  /** Another tab shows this session's page. Here it waits, covered, or has not been asked for at all. */
  | 'openInAnotherTab'
  /** The return page has sent its message; the server has not decided. */
  | 'confirming'
  /** The customer wants to close; asked whether they mean it. */
  | 'confirmingClose'
  /** The customer closes; the server is asked. */
  | 'closing'
  /** The address is dead, by our clock or by the server's answer; the frame is kept. */
  | 'expired'
  /** "Start again": a new session is asked for; the frame is kept until it is here. */
  | 'renewing'
  /** The outcome is known; its view is on screen. */
  | 'ended'
  /** Nothing is on screen any more. Our history entry is being taken off before the merchant hears of the outcome. */
  | 'restoringHistory'
  | 'closed';

export type Ending =
  | ({ outcome: Outcome; sessionId: string | null } & Pick<
      SessionStatusReply,
      'orderReference' | 'reason' | 'email'
    >)
  /** The page could not be opened: no outcome, the promise rejects. */
  | { error: CheckoutError; sessionId: string | null };

/** How the status poll is to go on; the names of its methods. A new object is a new request. */
export interface PollRequest {
  readonly how: 'start' | 'pollSoon' | 'pollFast' | 'pollNow';
}

/** To the shop's other tabs. A new object is a new message. */
export interface TabMessage {
  /** `here`: this tab shows the session from now on. `news`: something has become known of it. */
  readonly type: 'here' | 'news';
  readonly sessionId: string;
}

/** What belongs to one session, and starts afresh with the next one. */
interface SessionState {
  readonly session: CheckoutSession | null;
  /** When its address dies. */
  readonly expiresAt: Instant | null;
  /** The hosted page's address, checked: what the frame shows; empty while there is no frame. */
  readonly frameUrl: string;
  /** The window of the frame that stands. */
  readonly frame: Window | null;
  /** The frame has fired `load`. */
  readonly loaded: boolean;
  /** The customer's focus has been inside the frame. */
  readonly touched: boolean;
  /** A page in the frame has sent a message. */
  readonly spoke: boolean;
  /** The customer may have used the page: focus, a pointer over it, or a message that is not about its looks. It is never replaced by itself. */
  readonly used: boolean;
  /** The frame fired `load` while there was no network: what stands in it is no page of the gateway's. */
  readonly broken: boolean;
  readonly returned: ReturnHint | null;
  /** Our clock says the address is dead. */
  readonly expiredLocally: boolean;
  /** The customer chose to keep paying, or has a voucher's number; the clock has no say any more. */
  readonly expiryDismissed: boolean;
  /** The server says the session is dead: there is nothing left to keep paying. */
  readonly expiredOnServer: boolean;
  /** Ms of life left, in the last minute, while the customer has the page in front of them. */
  readonly remainingMs: number | null;
  /** This phase takes longer than usual, or the page that has loaded gives no sign of life. */
  readonly slow: boolean;
  /** The directive of the shop's own policy that keeps the page out of a frame. */
  readonly blockedBy: string;
  /**
   * The full page that the whole window is on its way to. A new object is a new wish: the browser may have asked the customer
   * whether to leave the page, and was told to stay.
   */
  readonly goingTo: { readonly url: string } | null;
  readonly poll: PollRequest | null;
  /** What a new session has to wait for. */
  readonly waitingFor: 'earlierPayment' | 'otherTab' | null;
}

export interface State extends SessionState {
  readonly phase: Phase;
  /** How many sessions were replaced by themselves, because their address was too old, or died before anybody used the page. */
  readonly renewals: number;
  /** The next page is for the whole window: always with presentation `redirect`, else at the customer's wish. */
  readonly onFullPage: boolean;
  readonly online: boolean;
  /** The shop's page was left: it waits in the browser's page cache (https://web.dev/articles/bfcache), or is gone. */
  readonly pageHidden: boolean;
  /** The shop's page keeps the dialog out of sight: what it would ask or say, nobody hears. */
  readonly dialogHidden: boolean;
  /** Sessions that other tabs of the shop have said they show. */
  readonly shownByOtherTabs: readonly string[];
  readonly tabMessage: TabMessage | null;
  /** Our history entry, which Back takes away instead of the shop's page. */
  readonly backEntry: 'none' | 'held' | 'releasing';
  readonly ending: Ending | null;
  /** The ending has been reported to the merchant. */
  readonly reported: boolean;
}

export const freshSession: SessionState = {
  session: null,
  expiresAt: null,
  frameUrl: '',
  frame: null,
  loaded: false,
  touched: false,
  spoke: false,
  used: false,
  broken: false,
  returned: null,
  expiredLocally: false,
  expiryDismissed: false,
  expiredOnServer: false,
  remainingMs: null,
  slow: false,
  blockedBy: '',
  goingTo: null,
  poll: null,
  waitingFor: null,
};

/** An inline checkout at its start. */
export const firstState: State = {
  ...freshSession,
  phase: 'creating',
  renewals: 0,
  onFullPage: false,
  online: true,
  pageHidden: false,
  dialogHidden: false,
  shownByOtherTabs: [],
  tabMessage: null,
  backEntry: 'none',
  ending: null,
  reported: false,
};

/** How the poll goes on in a phase, where that is not as before. */
const POLL_OF_PHASE: { readonly [P in Phase]?: PollRequest['how'] } = {
  openInAnotherTab: 'start',
  paying: 'start',
  confirming: 'pollFast',
  closing: 'pollNow',
};

/** Goes to a phase, with what every change of phase means. */
export function enter(state: State, phase: Phase, more: Partial<State> = {}): State {
  if (phase === state.phase) return { ...state, ...more };
  const how = POLL_OF_PHASE[phase];
  return {
    ...state,
    phase,
    slow: false,
    waitingFor: null,
    remainingMs: isInUse(phase) ? state.remainingMs : null,
    poll: how ? { how } : state.poll,
    goingTo: phase === 'paying' ? state.goingTo : null,
    ...more,
  };
}

export function pollSoon(state: State): State {
  return { ...state, poll: { how: 'pollSoon' } };
}

/** Whether the customer has the page in front of them: the time that is left concerns them. */
export function isInUse(phase: Phase): boolean {
  return phase === 'paying' || phase === 'confirmingClose';
}

/** Whether the customer is asked something, and nothing goes on before they answer. */
export function isQuestion(phase: Phase): boolean {
  return phase === 'expired' || phase === 'openInAnotherTab' || phase === 'confirmingClose';
}

/** Whether the hosted page, or what came after it, stands in the frame. */
export function isInPage(phase: Phase): boolean {
  return isInUse(phase) || phase === 'loading' || phase === 'confirming' || phase === 'expired';
}

/** Whether the old page is still good for something, when there is no new one. */
export function mayGoOn({ frameUrl, expiredOnServer, broken }: State): boolean {
  return frameUrl !== '' && !expiredOnServer && !broken;
}

/** Whether the outcome is known, so that nothing but its end is left. */
export function isOver(phase: Phase): boolean {
  return phase === 'ended' || phase === 'restoringHistory' || phase === 'closed';
}

/** Whether the dialog stands. */
export function isOnScreen(phase: Phase): boolean {
  return phase !== 'restoringHistory' && phase !== 'closed';
}

/** From so many ms before the end on the customer is shown the time that is left. */
const CLOCK_FROM_MS = 30_000;

/** The number the customer is shown of the time that is left. */
export function secondsLeft({ remainingMs }: State): number | null {
  return remainingMs === null || remainingMs > CLOCK_FROM_MS ? null : Math.ceil(remainingMs / 1000);
}
