import { backButton } from './effects/backButton.ts';
import { countDown } from './effects/countDown.ts';
import type { Effect } from './effects/effect.ts';
import { goToFullPage } from './effects/goToFullPage.ts';
import { keepSession } from './effects/keepSession.ts';
import { listenForReturn } from './effects/listenForReturn.ts';
import { pollStatus } from './effects/pollStatus.ts';
import { requestSession } from './effects/requestSession.ts';
import { runTimers } from './effects/runTimers.ts';
import { syncTabs } from './effects/syncTabs.ts';
import { watchArrival } from './effects/watchArrival.ts';
import { watchFrame } from './effects/watchFrame.ts';
import { watchPage } from './effects/watchPage.ts';
import { isOver, type State } from './machine.ts';
import type { CheckoutConfig } from './settings.ts';

export interface EffectRow {
  effect: Effect;
  /** The states it runs in. */
  runs: (state: State, config: CheckoutConfig) => boolean;
  /** It starts afresh when one of these changes. */
  per: readonly (keyof State)[];
}

const row = (effect: Effect, runs: EffectRow['runs'], ...per: EffectRow['per']): EffectRow => ({
  effect,
  runs,
  per,
});

const asksForSession = ({ phase }: State) => phase === 'creating' || phase === 'renewing';
/** The session's page is loading or loaded, here or in another tab: there is something to ask about. */
const hasPage = ({ phase, session }: State) => session !== null && phase !== 'creating' && !isOver(phase);
/** Its end may be known, and the merchant has not heard of it: our history entry is taken off first. */
const isUntold = ({ session, reported }: State) => session !== null && !reported;

/** Which effects run when. They start in this order, when those that end have given back what they took. */
export const effects: readonly EffectRow[] = [
  // For the whole open.
  row(backButton, ({ phase }, { presentation }) => presentation === 'modal' && phase !== 'closed'),
  row(watchPage, ({ reported }) => !reported),
  // A page with an open channel is kept out of some browsers' page cache (https://web.dev/articles/bfcache).
  row(syncTabs, ({ phase, pageHidden }) => !isOver(phase) && !pageHidden),

  // For one session.
  row(pollStatus, hasPage, 'session'),
  row(countDown, hasPage, 'session'),
  row(watchFrame, ({ frameUrl }) => frameUrl !== '', 'session'),
  row(watchArrival, ({ phase, frame }) => phase === 'loading' && frame !== null, 'session', 'frame'),
  row(listenForReturn, ({ frame }) => frame !== null, 'session', 'frame'),
  row(keepSession, isUntold, 'session'),
  row(
    goToFullPage,
    ({ goingTo, backEntry }) => goingTo !== null && backEntry === 'none',
    'session',
    'goingTo',
  ),

  // For one phase.
  row(requestSession, asksForSession, 'phase', 'session'),
  row(runTimers, ({ phase }) => phase !== 'closed', 'phase'),
];

/** Whether an effect that was started for one state goes on in another. */
export function goesOn(
  { runs, per }: EffectRow,
  started: State,
  now: State,
  config: CheckoutConfig,
): boolean {
  return runs(now, config) && per.filter((key) => started[key] !== now[key]).length === 0;
}
