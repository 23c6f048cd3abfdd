import type { Breaks } from './breaks.ts';
import { idle, type Place, type ProcessName, type Session, type SessionName, type State } from './state.ts';

const PAYABLE: readonly Session['status'][] = ['creating', 'open', 'pending'];

/** `POST /session` behind its first look. Changes `state`. */
export function openStep(state: State, name: ProcessName, breaks: Breaks): State {
  const process = state.processes[name];
  const session = state.sessions[process.session];
  switch (process.place) {
    case 'replace':
      if (PAYABLE.includes(session.status))
        Object.assign(session, { status: 'expired', sentBack: true, isDue: true } satisfies Partial<Session>);
      return look(state, name, false, breaks);
    case 'insert': {
      const there = state.sessions.filter(({ status }) => status !== 'none');
      const isTaken = there.some(({ status }) => PAYABLE.includes(status) || status === 'completed');
      const isKnown = there.length === process.knew;
      // Between the decision and the creation a whole page may have come and ended.
      const isRefused = (isTaken || !isKnown) && !breaks.has('the store lets an order have two pages');
      if (isRefused || there.length === 2) return look(state, name, false, breaks);
      process.session = there.length as SessionName;
      process.knew = 0;
      Object.assign(state.sessions[process.session], {
        status: 'creating',
        isDue: true,
      } satisfies Partial<Session>);
      process.place = 'create';
      return state;
    }
    case 'create':
      session.ledger = 'waiting';
      process.place = 'record';
      return state;
    case 'record':
      // Handed out only by a session that is still being made: else nobody ever holds the address.
      if (session.status === 'creating') Object.assign(session, { status: 'open', handedOut: true });
      state.processes[name] = { ...idle };
      return state;
    default:
      throw new Error(`no step at ${process.place}`);
  }
}

/**
 * An order has at most one page that can be paid, and gets another one only when that is known to be dead: by the gateway's
 * final answer, or when its address has expired and the gateway, asked after that, does not say "paid".
 *
 * @param hasAsked just now; the process has the gateway's answer, if there was one.
 */
export function look(state: State, name: ProcessName, hasAsked: boolean, breaks: Breaks): State {
  const process = state.processes[name];
  const { evidence } = process;
  const there = state.sessions.filter(({ status }) => status !== 'none');
  const go = (place: Place, session: SessionName) => {
    state.processes[name] = { ...idle, activity: 'open', place, session };
    return state;
  };
  const wait = () => {
    state.processes[name] = { ...idle };
    return state;
  };
  const insert = () => {
    // The model ends with two sessions.
    if (there.length === 2) return wait();
    state.processes[name] = { ...idle, activity: 'open', place: 'insert', knew: there.length as 0 | 1 };
    return state;
  };
  if (there.some(({ status }) => status === 'completed')) return wait();
  const payable = there.findIndex(
    ({ status, age }) => PAYABLE.includes(status) || (status === 'failed' && age === 0),
  );
  const at = (payable === -1 ? there.length - 1 : payable) as SessionName;
  const session = there[at];
  if (session === undefined) return insert();
  const { status, age, sentBack, ledger } = session;
  // The page may still be paid, after a decline too: with another card.
  const isAlive = age === 0 && !breaks.has('an order gets a page beside one that can be paid');
  switch (status) {
    case 'creating':
      // Whoever was making it has had the time.
      return age === 0 ? wait() : go('replace', at);
    case 'open':
    case 'pending': {
      // The same page once more; or somebody else has the lease, or the gateway does not answer, and nothing is known.
      if (!hasAsked) return isAlive && !sentBack ? wait() : go('claim', at);
      // The customer has finished there: a voucher may be on its way.
      const isHeld = sentBack && age < 2;
      return isAlive || isHeld || evidence === 'none' || evidence === 'other' ? wait() : go('replace', at);
    }
    default:
      if (isAlive && status === 'failed') return wait();
      return hasAsked || ledger === 'none' ? insert() : go('claim', at);
  }
}
