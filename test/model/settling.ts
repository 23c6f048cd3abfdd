import type { Breaks } from './breaks.ts';
import type { Evidence, Session, SessionName, State, Status } from './state.ts';

const OPEN: readonly Status[] = ['creating', 'open', 'pending'];

/**
 * What evidence makes of a session: `created < open < pending < failed, expired < completed`. Money wins, whenever it comes.
 *
 * @param saw the status that the writer read.
 * @returns the next status.
 */
export function judge(saw: Status, evidence: Evidence, session: Session, breaks: Breaks): Status {
  switch (evidence) {
    case 'paid':
      return 'completed';
    case 'other':
      // Not what was asked for: an alert, and nothing else.
      return breaks.has('another sum completes') ? 'completed' : saw;
    case 'declined':
      if (saw === 'completed') return breaks.has('a late failure undoes a payment') ? 'failed' : saw;
      return OPEN.includes(saw) ? 'failed' : saw;
    case 'waiting': {
      if (saw === 'open' && session.sentBack) return 'pending';
      if (saw === 'failed' && breaks.has('a failed session goes back to pending')) return 'pending';
      // The request that was making it has ended, and nobody holds the address.
      if (saw === 'creating') return session.age > 0 ? 'expired' : saw;
      // Silence becomes evidence with time, where the customer has not finished on the page.
      return OPEN.includes(saw) && !session.sentBack && session.age === 2 ? 'expired' : saw;
    }
    case 'none':
      return saw;
  }
}

/** Compare-and-set of a session's status, with the claim of its order's one fulfilment in the same step. */
export function write(
  state: State,
  name: SessionName,
  { saw, evidence }: { readonly saw: Status; readonly evidence: Evidence },
  holdsLease: boolean,
  breaks: Breaks,
): void {
  const session = state.sessions[name];
  const was = breaks.has('a write compares no version') ? saw : session.status;
  const next = judge(was, evidence, session, breaks);
  const moved = next !== session.status;
  if (!moved) return;
  if (next === 'completed') {
    const isTaken = state.fulfilment !== null && state.fulfilment.session !== name;
    const isLate = session.status === 'failed' || session.status === 'expired';
    if (isLate && !breaks.has('a late payment is not told')) session.late = true;
    if (isTaken && breaks.has('a second payment takes the first one’s place'))
      state.fulfilment = { session: name, done: false };
    else if (isTaken) session.overpaid = !breaks.has('a second payment is not told');
    else state.fulfilment ??= { session: name, done: false };
  }
  if (next === 'pending' && breaks.has('a pending payment claims the fulfilment'))
    state.fulfilment ??= { session: name, done: false };
  session.status = next;
  // What no longer matters, so that states are alike.
  if (!OPEN.includes(next)) session.sentBack = true;
  if (next === 'completed' && session.ledger === 'paid') session.age = 2;
  // A crash right here is repaired by the next sweep, or, under a lease, by the one after it.
  if (!holdsLease) {
    const isOurs = next === 'completed' && state.fulfilment?.session === name;
    session.isDue = !isOurs || !breaks.has('a paid session is not due until it is fulfilled');
  }
}
