import { type Action, describeAction, type Scope } from './actions.ts';
import { apply } from './apply.ts';
import { explore, pathTo } from './explore.ts';
import { initialState, type State } from './state.ts';

/** All ways of so many actions are short. */
const SHORT = 4;

/**
 * Ways that cover each kind of step: what is done, by a process at which place, beside another process at which place; in the
 * whole run with which session, statuses and ledgers, too. With all short ways.
 */
export function coveringPaths(scope: Scope, isWhole: boolean): (readonly Action[])[] {
  const firsts = new Map<string, { readonly at: number; readonly action: Action }>();
  const { reached } = explore(scope, new Set(), (state, action, at) => {
    const kind = kindOf(state, action, isWhole);
    if (!firsts.has(kind)) firsts.set(kind, { at, action });
  });
  const candidates = [...firsts.values()].map(({ at, action }) => [...pathTo(reached, at), action]);
  for (const [at] of reached.entries()) {
    const path = pathTo(reached, at);
    if (path.length > SHORT) break;
    if (path.length === SHORT) candidates.push(path);
  }
  const covered = new Set<string>();
  return candidates
    .sort((a, b) => b.length - a.length)
    .filter((path) => {
      const kinds = kindsAlong(path, isWhole);
      const isNew = path.length <= SHORT || kinds.some((kind) => !covered.has(kind));
      for (const kind of kinds) covered.add(kind);
      return isNew;
    });
}

function kindsAlong(path: readonly Action[], isWhole: boolean): string[] {
  let state = initialState();
  return path.map((action) => {
    const kind = kindOf(state, action, isWhole);
    state = apply(state, action, new Set());
    return kind;
  });
}

function kindOf({ sessions, processes }: State, action: Action, isWhole: boolean): string {
  const acting = 'process' in action ? action.process : 0;
  const places = [processes[acting], processes[acting === 0 ? 1 : 0]].map(
    ({ activity, place }) => `${place === 'idle' ? '' : activity} ${place}`,
  );
  if (!isWhole) return [action.does, ...places].join('|');
  return [
    describeAction(action),
    ...places,
    ...sessions.map(({ status, ledger }) => `${status} ${ledger}`),
  ].join('|');
}
