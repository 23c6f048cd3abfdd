import type { Breaks } from './breaks.ts';
import { look, openStep } from './opening.ts';
import { write } from './settling.ts';
import { idle, type Place, type Process, type ProcessName, type State } from './state.ts';

/** A process begins; its first call is done with it, since a crash before that is none. */
export function begin(state: State, name: ProcessName, process: Process, breaks: Breaks): State {
  state.processes[name] = process;
  const session = state.sessions[process.session];
  const saw = breaks.has('a write compares no version') ? session.status : 'none';
  switch (process.activity) {
    case 'open':
      return look(state, name, false, breaks);
    case 'notification':
      // Kept, and its session is due, before it is acknowledged.
      session.isDue = true;
      Object.assign(process, { saw, place: 'write' } satisfies Partial<Process>);
      return state;
    case 'return':
      session.sentBack = true;
      break;
    case 'unsigned':
      session.isDue = true;
  }
  process.activity = 'poll';
  return claim(state, name, breaks);
}

/** Takes the session's lease, and reads the session. */
function claim(state: State, name: ProcessName, breaks: Breaks): State {
  const process = state.processes[name];
  const session = state.sessions[process.session];
  if (session.lease !== null && !session.leaseIsOver) return end(state, name);
  if (session.lease === 0 || session.lease === 1) state.processes[session.lease].isFenced = true;
  Object.assign(session, { lease: name, leaseIsOver: false, isDue: false } satisfies Partial<typeof session>);
  if (session.status === 'completed') return toFulfilment(state, process);
  process.saw = breaks.has('a write compares no version') ? session.status : 'none';
  process.place = 'ask';
  return state;
}

/** Under the lease all ways are one. */
function toFulfilment(state: State, process: Process): State {
  const activity = process.activity === 'open' ? 'open' : 'poll';
  Object.assign(process, {
    activity,
    evidence: 'none',
    isOver: false,
    saw: 'none',
    place: 'hook',
  } satisfies Partial<Process>);
  return state;
}

function end(state: State, name: ProcessName): State {
  state.processes[name] = { ...idle };
  return state;
}

/** The next call of a process. Changes `state`. */
export function step(state: State, name: ProcessName, breaks: Breaks, gatewayAnswers: boolean): State {
  const process = state.processes[name];
  const session = state.sessions[process.session];
  const go = (place: Place) => {
    process.place = place;
    return state;
  };
  switch (process.place) {
    case 'write': {
      const wasPaid = session.status === 'completed';
      write(state, process.session, process, false, breaks);
      return session.status === 'completed' && !wasPaid ? go('claim paid') : end(state, name);
    }
    case 'claim':
    case 'claim paid':
      return claim(state, name, breaks);

    case 'ask': {
      const { ledger, age } = session;
      // Not to know a page is to say that nobody has paid on it; not to answer is to say nothing.
      if (!gatewayAnswers) return go('finish');
      process.evidence = ledger === 'none' ? 'waiting' : ledger;
      process.isOver = ledger === 'declined' && age === 2;
      return go('write held');
    }
    case 'write held':
      write(state, process.session, process, true, breaks);
      process.saw = 'none';
      return session.status === 'completed' ? toFulfilment(state, process) : go('finish');

    case 'hook': {
      const { fulfilment } = state;
      const isOurs = fulfilment?.session === process.session && !fulfilment.done;
      if (isOurs) session.calls = 1;
      return go(isOurs ? 'complete' : 'finish paid');
    }
    case 'complete':
      if (state.fulfilment !== null) state.fulfilment.done = true;
      return go('finish paid');
    case 'finish':
    case 'finish paid':
      finish(state, process, breaks);
      return process.activity === 'open' ? look(state, name, true, breaks) : end(state, name);

    default:
      return openStep(state, name, breaks);
  }
}

/** Ends the lease, if it is still ours. An earlier time that was asked for meanwhile stays. */
function finish(state: State, process: Process, breaks: Breaks): void {
  const { session: name, isFenced, evidence, place } = process;
  const session = state.sessions[name];
  if (isFenced) return;
  session.lease = null;
  session.leaseIsOver = false;
  const isLate = breaks.has('a slow worker takes the time of its end') && session.age === 2;
  const isOver = process.isOver || (isLate && evidence === 'declined');
  if (place === 'finish' && !isOver) session.isDue = true;
}
