import type { Action } from './actions.ts';
import type { Breaks } from './breaks.ts';
import { copy, idle, type ProcessName, type State } from './state.ts';
import { begin, step } from './step.ts';

/** The state after an action. */
export function apply(before: State, action: Action, breaks: Breaks): State {
  const state = copy(before);
  switch (action.does) {
    case 'pay':
      state.sessions[action.session].ledger = 'paid';
      break;
    case 'pay another sum':
      state.sessions[action.session].ledger = 'other';
      break;
    case 'decline':
      state.sessions[action.session].ledger = 'declined';
      break;
    case 'begin': {
      const { activity, session, says: evidence, process } = action;
      state.begun++;
      begin(state, process, { ...idle, activity, session, evidence }, breaks);
      break;
    }
    case 'crash':
      crash(state, action.process);
      break;
    case 'time out':
    case 'step':
      step(state, action.process, breaks, action.does === 'step');
      break;
    case 'wait':
      wait(state, action.for);
  }
  return state;
}

/** What it had in memory is lost, and its leases run out. Another process starts in its place. */
function crash(state: State, process: ProcessName): void {
  state.crashed = true;
  state.processes[process] = { ...idle };
  for (const session of state.sessions) if (session.lease === process) session.lease = 'dead';
}

function wait(state: State, what: 'leases' | 'addresses' | 'pages'): void {
  for (const session of state.sessions) {
    if (session.status === 'none') continue;
    if (session.lease !== null) session.leaseIsOver = true;
    if (what === 'leases') continue;
    if (what === 'addresses' && session.age === 0) session.age = 1;
    if (what === 'pages') session.age = 2;
  }
}
