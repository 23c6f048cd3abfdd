import type { Action } from './actions.ts';
import { apply } from './apply.ts';
import type { Breaks } from './breaks.ts';
import { realShop } from './realShop.ts';
import { brokenAtRest, brokenBetween, brokenIn } from './rules.ts';
import { initialState, type Place } from './state.ts';
import type { Call } from './turnstile.ts';

/** The call of the real process that stands for a step of the model's. */
const CALL: Readonly<Record<Exclude<Place, 'idle'>, Call>> = {
  write: 'write',
  'write held': 'write',
  replace: 'write',
  record: 'write',
  claim: 'claim',
  'claim paid': 'claim',
  ask: 'ask',
  hook: 'hook',
  complete: 'complete',
  finish: 'finish',
  'finish paid': 'finish',
  insert: 'insert',
  create: 'create',
};

/**
 * Takes the real handler along a path of the model, and asks the same rules after each action.
 *
 * @param breaks of the model whose path it is.
 * @param defect of the handler, as its store sees it.
 */
export async function replay(
  path: readonly Action[],
  { breaks = new Set(), defect }: { breaks?: Breaks; defect?: Parameters<typeof realShop>[0] } = {},
): Promise<string[]> {
  const shop = realShop(defect);
  let state = initialState();
  let before = await shop.facts();
  const look = async () => {
    const after = await shop.facts();
    const broken = [...shop.wrong, ...brokenIn(after), ...brokenBetween(before, after)];
    before = after;
    return broken;
  };
  for (const action of path) {
    await act(shop, state, action);
    state = apply(state, action, breaks);
    const broken = await look();
    if (broken.length > 0) return broken;
  }
  await shop.finish(0);
  await shop.finish(1);
  const broken = await look();
  await shop.rest();
  return [...broken, ...(await look()), ...brokenAtRest(before), ...(await shop.secretsKept())];
}

async function act(
  shop: ReturnType<typeof realShop>,
  state: ReturnType<typeof initialState>,
  action: Action,
) {
  switch (action.does) {
    case 'begin': {
      const { process, activity, session, says } = action;
      await shop.begin(process, activity, session, says);
      if (activity === 'open') return;
      return shop.through(process, activity === 'notification' ? 'keep' : 'claim');
    }
    case 'step':
    case 'time out': {
      const { place } = state.processes[action.process];
      if (place === 'idle') return;
      return shop.through(action.process, CALL[place], action.does === 'step');
    }
    case 'crash':
      return shop.crash(action.process);
    case 'wait':
      return shop.wait(action.for);
    default:
      return shop.customer(action.does, action.session);
  }
}
