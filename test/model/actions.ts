import type { Activity, Evidence, ProcessName, SessionName, State } from './state.ts';

/** What may happen next, all in any order. */
export type Action =
  /** The customer pays, is declined, or the gateway takes another sum. */
  | { readonly does: 'pay' | 'decline' | 'pay another sum'; readonly session: SessionName }
  | {
      readonly does: 'begin';
      readonly process: ProcessName;
      readonly activity: Activity;
      readonly session: SessionName;
      /** What a notification says. */
      readonly says: Evidence;
    }
  /** The next call of a process. */
  | { readonly does: 'step' | 'crash'; readonly process: ProcessName }
  /** The gateway does not answer this call. */
  | { readonly does: 'time out'; readonly process: ProcessName }
  /** A minute: leases end. Two: addresses do. An hour: no page can be paid any more. */
  | { readonly does: 'wait'; readonly for: 'leases' | 'addresses' | 'pages' };

const SESSIONS = [0, 1] as const;
const PROCESSES = [0, 1] as const;

/** Which of the possible behaviours are explored; all, in the whole run. */
export interface Scope {
  /** How many activities begin at most: requests, notifications, sweeps. */
  readonly activities: number;
  /** The gateway takes another sum. */
  readonly otherSums: boolean;
  /** The gateway does not answer. */
  readonly outages: boolean;
  /** Pages of more than a quarter of an hour. */
  readonly oldPages: boolean;
}

export function actionsIn(state: State, scope: Scope): Action[] {
  const actions: Action[] = [];
  for (const name of SESSIONS) {
    const { handedOut, age, ledger } = state.sessions[name];
    // Until the page's end the customer may pay, also after a decline; what was begun in time ends in the minute after it.
    if (handedOut && age < 2 && (ledger === 'waiting' || ledger === 'declined')) {
      actions.push({ does: 'pay', session: name });
      if (scope.otherSums) actions.push({ does: 'pay another sum', session: name });
      if (ledger === 'waiting') actions.push({ does: 'decline', session: name });
    }
  }
  for (const process of PROCESSES) actions.push(...actionsOf(state, process, scope));
  const there = state.sessions.filter(({ status }) => status !== 'none');
  if (there.some(({ lease, leaseIsOver }) => lease !== null && !leaseIsOver))
    actions.push({ does: 'wait', for: 'leases' });
  if (there.some(({ age }) => age === 0)) actions.push({ does: 'wait', for: 'addresses' });
  if (scope.oldPages && there.some(({ age }) => age < 2)) actions.push({ does: 'wait', for: 'pages' });
  return actions;
}

function actionsOf(state: State, process: ProcessName, { outages, activities }: Scope): Action[] {
  const { place } = state.processes[process];
  if (place !== 'idle') {
    const next: Action[] = [{ does: 'step', process }];
    if (outages && place === 'ask') next.push({ does: 'time out', process });
    if (!state.crashed) next.push({ does: 'crash', process });
    return next;
  }
  if (state.begun === activities) return [];
  // Two idle processes are alike: the first one takes the work.
  if (process === 1 && state.processes[0].place === 'idle') return [];
  const begin = (activity: Activity, session: SessionName, says: Evidence = 'none'): Action => ({
    does: 'begin',
    process,
    activity,
    session,
    says,
  });
  const actions: Action[] = [begin('open', 0)];
  for (const name of SESSIONS) {
    const { status, ledger, handedOut, isDue, lease, leaseIsOver, sentBack } = state.sessions[name];
    if (status === 'none') continue;
    // Where the customer has the page, polls come first: of ways that lead to one state the first is replayed.
    if (handedOut) actions.push(begin('poll', name), begin('unsigned', name));
    if (leaseIsOver || (isDue && lease === null)) actions.push(begin('sweep', name));
    if (!handedOut) continue;
    // Somebody who opens the return page again is one more poll.
    if (!sentBack) actions.push(begin('return', name));
    // A decline's may come after the payment on the same page.
    if (ledger !== 'waiting') actions.push(begin('notification', name, 'declined'));
    if (ledger === 'paid' || ledger === 'other') actions.push(begin('notification', name, ledger));
  }
  return actions;
}

export function describeAction(action: Action): string {
  switch (action.does) {
    case 'begin':
      return `process ${action.process} begins ${action.activity} of session ${action.session}${action.says === 'none' ? '' : ` (${action.says})`}`;
    case 'step':
    case 'crash':
    case 'time out':
      return `process ${action.process}: ${action.does}`;
    case 'wait':
      return `${action.for} end`;
    default:
      return `customer: ${action.does} on session ${action.session}`;
  }
}
