import { type Action, actionsIn, type Scope } from './actions.ts';
import { apply } from './apply.ts';
import type { Breaks } from './breaks.ts';
import { brokenAtRest, brokenBetween, brokenIn, type Facts } from './rules.ts';
import { initialState, keyOf, type State } from './state.ts';

/** A state that was reached: by which action, from which other one. */
export interface Reached {
  readonly state: State;
  readonly action: Action | null;
  readonly from: number;
}

export interface Explored {
  readonly reached: readonly Reached[];
  readonly transitions: number;
  /** The first state that breaks a rule, by the shortest way. */
  readonly broken: { readonly what: string; readonly path: readonly Action[] } | null;
}

/** All states that can be reached, breadth first. Stops at the first one that breaks a rule. */
export function explore(
  scope: Scope,
  breaks: Breaks = new Set(),
  onTransition: (from: State, action: Action, at: number) => void = () => {},
): Explored {
  const start = initialState();
  const reached: Reached[] = [{ state: start, action: null, from: -1 }];
  const known = new Set([keyOf(start)]);
  let transitions = 0;
  for (let at = 0; at < reached.length; at++) {
    const { state } = reached[at] as Reached;
    const before = factsOf(state);
    for (const action of actionsIn(state, scope)) {
      const next = apply(state, action, breaks);
      transitions++;
      onTransition(state, action, at);
      const key = keyOf(next);
      const isNew = !known.has(key);
      const after = factsOf(next);
      const what = [
        ...brokenBetween(before, after),
        ...brokenAnswer(state, action, next),
        ...brokenIn(after),
        ...(isNew && isQuiet(next) ? brokenAtRest(factsOf(restOf(next, breaks))) : []),
      ];
      if (isNew) {
        known.add(key);
        reached.push({ state: next, action, from: at });
      }
      const [first] = what;
      if (first !== undefined)
        return { reached, transitions, broken: { what: first, path: [...pathTo(reached, at), action] } };
    }
  }
  return { reached, transitions, broken: null };
}

/** The shortest way to a state. */
export function pathTo(reached: readonly Reached[], at: number): Action[] {
  const path: Action[] = [];
  for (let each = reached[at]; each?.action != null; each = reached[each.from]) path.push(each.action);
  return path.reverse();
}

export function factsOf({ sessions, fulfilment }: State): Facts {
  return {
    sessions: sessions.map(({ status, ledger, handedOut, age, calls, overpaid, late }) => ({
      status,
      ledger,
      isPayable: handedOut && age === 0 && (ledger === 'waiting' || ledger === 'declined'),
      calls,
      overpaid,
      late,
    })),
    fulfilment,
  };
}

/** Rules 5 and 7: what the gateway was asked to make, and what the browser is told. */
function brokenAnswer(before: State, action: Action, after: State): string[] {
  if (action.does !== 'step') return [];
  const { place, session, activity, evidence } = before.processes[action.process];
  if (place === 'create' && before.sessions[session].ledger !== 'none')
    return ['rule 5: a page was asked for twice'];
  const answers = activity === 'poll' && place === 'finish';
  if (answers && evidence === 'paid' && after.sessions[session].status !== 'completed')
    return ['rule 7: the gateway has said "paid", and the customer is told something else'];
  return [];
}

function isQuiet({ processes }: State): boolean {
  return processes.every(({ place }) => place === 'idle');
}

/** Hours later: leases have run out, and the sweep has been at all that was due. Rule 8: each activity comes to an end. */
function restOf(state: State, breaks: Breaks): State {
  let current = state;
  for (const wait of ['leases', 'pages', 'leases'] as const) {
    current = apply(current, { does: 'wait', for: wait }, breaks);
    for (const session of [0, 1] as const) {
      const { status, isDue, lease, leaseIsOver } = current.sessions[session];
      if (status === 'none' || !(leaseIsOver || (isDue && lease === null))) continue;
      const sweep = { does: 'begin', process: 0, activity: 'sweep', session, says: 'none' } as const;
      current = runToEnd(apply(current, sweep, breaks), breaks);
    }
  }
  return current;
}

function runToEnd(state: State, breaks: Breaks): State {
  let current = state;
  for (let steps = 0; current.processes[0].place !== 'idle'; steps++) {
    if (steps > 40) throw new Error('rule 8: an activity never comes to an end');
    current = apply(current, { does: 'step', process: 0 }, breaks);
  }
  return current;
}
