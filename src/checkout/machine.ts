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
  | 'elsewhere'
  /** The return page has spoken; the server has not decided. */
  | 'confirming'
  /** The customer wants to close; asked whether they mean it. */
  | 'doubting'
  /** The customer closes; the server is asked. */
  | 'leaving'
  /** The address is dead by our clock or by the server's word; the frame is kept. */
  | 'expired'
  /** "Start again": a new session is asked for; the frame is kept until it is here. */
  | 'renewing'
  /** The outcome is told; its view is on screen. */
  | 'ended'
  | 'gone';

export type Ending =
  | { outcome: Outcome; sessionId: string | null; orderReference?: string }
  /** The page could not be opened: no outcome, the promise rejects. */
  | { error: CheckoutError; sessionId: string | null };

export interface CheckoutFlow {
  readonly phase: Phase;
  readonly session: CheckoutSession | null;
  /** The frame has fired `load`. */
  readonly loaded: boolean;
  readonly returned: ReturnHint | null;
  /** Our clock says the address is dead. */
  readonly overdue: boolean;
  /** The customer chose to keep paying; the clock says no more. */
  readonly unhurried: boolean;
  /** The server says the session is dead: there is nothing left to keep paying. */
  readonly dead: boolean;
  readonly ending: Ending | null;
}

export type FlowEvent =
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
  | { type: 'overdue' }
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

export const firstFlow: CheckoutFlow = {
  phase: 'creating',
  session: null,
  loaded: false,
  returned: null,
  overdue: false,
  unhurried: false,
  dead: false,
  ending: null,
};

/** The next state; the same object when the event means nothing in this phase. Pure. */
export function transition(flow: CheckoutFlow, event: FlowEvent): CheckoutFlow {
  const { phase } = flow;
  if (phase === 'gone') return flow;
  if (phase === 'ended') {
    return event.type === 'dismiss' || event.type === 'close' || event.type === 'abandon'
      ? { ...flow, phase: 'gone' }
      : flow;
  }
  switch (event.type) {
    case 'session':
      return phase === 'creating' || phase === 'renewing'
        ? { ...firstFlow, phase: event.elsewhere ? 'elsewhere' : 'loading', session: event.session }
        : flow;
    case 'alreadyPaid': {
      const { type: _, ...paid } = event;
      return end(flow, { outcome: 'completed', ...paid });
    }
    case 'refused':
      // The old page is still there: better than none.
      if (phase === 'renewing' && event.error.recoverable && !flow.dead) return { ...flow, phase: 'expired' };
      return phase === 'creating' || phase === 'renewing' ? fail(flow, event.error) : flow;
    case 'stale':
      return phase === 'loading' ? { ...flow, phase: 'creating' } : flow;
    case 'loaded':
      if (phase === 'elsewhere') return { ...flow, loaded: true };
      return phase === 'loading' ? { ...flow, phase: 'paying', loaded: true } : flow;
    case 'takenOver':
      return phase === 'loading' || phase === 'paying' ? { ...flow, phase: 'elsewhere' } : flow;
    case 'returned':
      if (phase === 'renewing') return { ...flow, returned: event.hint };
      return inPage(phase) ? { ...flow, phase: 'confirming', returned: event.hint } : flow;
    case 'status':
      return onStatus(flow, event.reply);
    case 'overdue':
      return isInUse(phase) && !flow.unhurried ? { ...flow, overdue: true } : flow;
    case 'close':
      return onClose(flow, event.sure);
    case 'stay':
      return phase === 'doubting' ? { ...flow, phase: flow.returned ? 'confirming' : 'paying' } : flow;
    case 'giveUp':
      if (phase === 'leaving') return leave(flow, { status: 'open' });
      return phase === 'confirming' ? tell(flow, 'pending') : flow;
    case 'startAgain':
      return phase === 'expired' || inPage(phase) ? { ...flow, phase: 'renewing' } : flow;
    case 'keepPaying':
      if (phase === 'elsewhere') return { ...flow, phase: flow.loaded ? 'paying' : 'loading' };
      return (phase === 'expired' || phase === 'renewing') && !flow.dead
        ? { ...flow, phase: flow.returned ? 'confirming' : 'paying', overdue: false, unhurried: true }
        : flow;
    case 'abandon':
      return { ...flow, phase: 'gone', ending: { outcome: 'closed', sessionId: sessionId(flow) } };
    case 'dismiss':
      return flow;
  }
}

/** Whether the hosted page, or what came after it, stands in the frame. */
function inPage(phase: Phase): boolean {
  return isInUse(phase) || phase === 'loading' || phase === 'confirming' || phase === 'expired';
}

/** Whether the customer has the page in front of them: the time that is left is their affair. */
export function isInUse(phase: Phase): boolean {
  return phase === 'paying' || phase === 'doubting';
}

function onStatus(flow: CheckoutFlow, reply: SessionStatusReply): CheckoutFlow {
  const { status } = reply;
  if (flow.session === null || flow.phase === 'creating') return flow;
  // While the old session is being replaced, only its payment matters.
  if (flow.phase === 'renewing' && status !== 'completed') return flow;
  if (flow.phase === 'leaving') return leave(flow, reply);
  if (status === 'expired') return { ...flow, phase: 'expired', dead: true };
  // The customer has the page that declined a card in front of them, and may type another one.
  if (reply.mayRetry && isInUse(flow.phase) && !flow.overdue) return flow;
  if (isFinalStatus(status)) return tell(flow, status, reply.orderReference);
  return flow.phase === 'paying' && flow.overdue && status === 'open' ? { ...flow, phase: 'expired' } : flow;
}

function onClose(flow: CheckoutFlow, sure: boolean): CheckoutFlow {
  switch (flow.phase) {
    case 'creating':
    case 'loading':
      return leave(flow, { status: 'open' });
    case 'paying':
    case 'confirming':
      return { ...flow, phase: sure ? 'leaving' : 'doubting' };
    case 'leaving':
      return flow;
    default:
      return flow.dead ? leave(flow, { status: 'expired' }) : { ...flow, phase: 'leaving' };
  }
}

/** The customer leaves, and `reply` is all the server has said. */
function leave(flow: CheckoutFlow, { status, orderReference }: SessionStatusReply): CheckoutFlow {
  let outcome = outcomeOfStatus(status);
  if (outcome === 'closed' && flow.returned) outcome = 'pending';
  else if (outcome === 'closed' && flow.overdue) outcome = 'expired';
  return tell(flow, outcome, orderReference);
}

function tell(flow: CheckoutFlow, outcome: Outcome, orderReference?: string): CheckoutFlow {
  return end(flow, {
    outcome,
    sessionId: sessionId(flow),
    ...(orderReference !== undefined && { orderReference }),
  });
}

/** A customer who left needs no view of it, unless it is news that must not be missed. */
function end(flow: CheckoutFlow, ending: Extract<Ending, { outcome: Outcome }>): CheckoutFlow {
  const { outcome } = ending;
  const left = outcome === 'closed' || outcome === 'expired';
  const known = outcome === 'failed' && flow.phase === 'leaving';
  return { ...flow, phase: left || known ? 'gone' : 'ended', ending };
}

function fail(flow: CheckoutFlow, error: CheckoutError): CheckoutFlow {
  return { ...flow, phase: 'ended', ending: { error, sessionId: sessionId(flow) } };
}

function sessionId(flow: CheckoutFlow): string | null {
  return flow.session?.sessionId ?? null;
}
