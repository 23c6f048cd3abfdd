import { batch, type Signal, signal } from '@preact/signals-core';
import { inTimer } from './inTimer.ts';
import { type Event, firstState, type State, transition } from './machine.ts';

type OnPhase = (now: State, before: State) => void;

/** A list, since a built file keeps the names of an object's fields as they are. */
export type Phases = [
  flow: Signal<State>,
  send: (event: Event) => void,
  /** Runs later, unless the phase has changed by then. */
  after: (ms: number, run: () => void) => void,
  /** Undone when the phase changes. */
  ofPhase: (() => void)[],
];

/**
 * The machine at work: one phase after the other.
 *
 * @param enter brings in the effects of a phase, in one batch with the phase itself.
 * @param entered is called after it, when all of that is on screen.
 */
export function createPhases(window: Window, enter: OnPhase, entered: OnPhase): Phases {
  const flow = signal(firstState);
  const ofPhase: (() => void)[] = [];

  function send(event: Event): void {
    const before = flow.peek();
    const after = transition(before, event);
    if (after === before) return;
    batch(() => {
      flow.value = after;
      if (after.phase === before.phase) return;
      undo(ofPhase);
      enter(after, before);
    });
    if (after.phase !== before.phase) entered(after, before);
  }

  function after(ms: number, run: () => void): void {
    const timer = window.setTimeout(run, inTimer(ms));
    ofPhase.push(() => window.clearTimeout(timer));
  }

  return [flow, send, after, ofPhase];
}

/** Calls each of them once. */
export function undo(closers: (() => void)[]): void {
  for (const close of closers.splice(0)) close();
}
