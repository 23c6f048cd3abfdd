import { focusedElement } from '../focusedElement.ts';
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

/** A customer on a button is about to press it, or hears what it says. */
const HELD_MS = 500;

/** Says when a phase has lasted for some time. */
export const runTimers: Effect = ({ window, config: { timeouts }, started: { phase }, send }) => {
  const ids = TIMERS[phase]?.map((timer, at) => {
    const wait = (ms: number): number => window.setTimeout(end, inTimer(ms));
    function end(): void {
      const isHeld = timer === 'successMessage' && focusedElement(window.document)?.matches('button');
      if (isHeld && ids) ids[at] = wait(HELD_MS);
      else send({ type: 'timeout', timer });
    }
    return wait(timeouts[timer]);
  });
  return () => {
    for (const id of ids ?? []) window.clearTimeout(id);
  };
};
