import { inTimer } from '../inTimer.ts';
import type { Phase, Timer } from '../machine.ts';
import type { Effect } from './effect.ts';

/** What is waited for in a phase, from its start. */
const TIMERS: { readonly [P in Phase]?: readonly Timer[] } = {
  loading: ['slow', 'load'],
  paying: ['untouched'],
  confirming: ['slow', 'confirm'],
  closing: ['closeStatus'],
  ended: ['successMessage'],
};

/** Says when a phase has lasted for some time. */
export const runTimers: Effect = ({ window, config: { timeouts }, started: { phase }, send }) => {
  const timers = TIMERS[phase]?.map((timer) =>
    window.setTimeout(() => send({ type: 'timeout', timer }), inTimer(timeouts[timer])),
  );
  return () => {
    for (const timer of timers ?? []) window.clearTimeout(timer);
  };
};
