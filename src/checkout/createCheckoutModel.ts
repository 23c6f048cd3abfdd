import { type ReadonlySignal, signal } from '@preact/signals-core';
import { type EffectRow, effects, goesOn } from './effects.ts';
import { type Event, type State, stateAtStart, transition } from './machine.ts';
import type { ModelOptions } from './modelOptions.ts';
import { reportsOf } from './reports.ts';

/** One `open()`: its state, for the view to read, and all that the customer and the merchant can do. */
export interface CheckoutModel {
  readonly state: ReadonlySignal<State>;
  frameAttached(frame: Window): void;
  frameLoaded(): void;
  /** Asked back when there is something to lose. */
  close(): void;
  closeNow(): void;
  /** Does not close after all. */
  stay(): void;
  startAgain(): void;
  /** Also "Pay here", when another tab has the page. */
  keepPaying(): void;
  openFullPage(): void;
  /** Nobody sees the dialog, for a reason that lies in the shop's page. */
  dialogHidden(): void;
  /** Away with the outcome's view. */
  dismiss(): void;
  /** Ends at once; nothing is asked, nobody is sent anywhere. */
  abandon(): void;
}

interface Run {
  started: State;
  stop?: (() => void) | undefined;
}

/** Runs the machine and, by its table, the effects. Ends in phase `closed` and keeps nothing. */
export function createCheckoutModel(options: ModelOptions): CheckoutModel {
  const { window, now, config, report } = options;
  const state = signal(stateAtStart(config, window.navigator.onLine));
  /** The effects that run: the state each was started for, and what stops it. */
  const running = new Map<EffectRow, Run>();
  const queue: Event[] = [];
  let isBusy = false;

  /** One event after the other: what an effect sends while another event is dealt with has its turn after that. */
  function send(event: Event): void {
    queue.push(event);
    if (!isBusy) run();
  }

  function run(): void {
    isBusy = true;
    try {
      updateEffects(state.peek());
      for (let event = queue.shift(); event; event = queue.shift()) step(event);
    } finally {
      isBusy = false;
    }
  }

  function step(event: Event): void {
    const before = state.peek();
    const after = transition(before, event, config);
    // The view and the effects see it first, then the merchant.
    state.value = after;
    updateEffects(after);
    for (const message of reportsOf(before, event, after, config)) {
      report(message);
      if (message.type === 'outcome') send({ type: 'outcomeReported' });
    }
  }

  function updateEffects(current: State): void {
    for (const [row, { started, stop }] of running) {
      if (goesOn(row, started, current, config)) continue;
      running.delete(row);
      stop?.();
    }
    for (const row of effects) {
      if (running.has(row) || !row.runs(current, config)) continue;
      const run: Run = { started: current };
      // Noted first: one that throws is not started over and over.
      running.set(row, run);
      run.stop = row.effect({ ...options, started: current, state, send });
    }
  }

  run();

  return {
    state,
    frameAttached: (frame) => send({ type: 'frameAttached', frame }),
    frameLoaded: () => send({ type: 'frameLoaded' }),
    close: () => send({ type: 'close' }),
    closeNow: () => send({ type: 'closeNow' }),
    stay: () => send({ type: 'stay' }),
    startAgain: () => send({ type: 'startAgain' }),
    keepPaying: () => send({ type: 'keepPaying', now: now() }),
    openFullPage: () => send({ type: 'openFullPage', now: now() }),
    dialogHidden: () => send({ type: 'dialogHidden', now: now() }),
    dismiss: () => send({ type: 'dismiss' }),
    abandon: () => send({ type: 'abandon' }),
  };
}
