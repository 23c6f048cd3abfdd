import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Event, State } from '../machine.ts';
import type { ModelOptions } from '../modelOptions.ts';

/** What an effect has: the platform, the shop's own calls, and the machine. */
export interface EffectContext extends ModelOptions {
  /** The state it was started for. */
  started: State;
  /** The state by now. */
  state: ReadonlySignal<State>;
  /** Reports what it has seen; what that means is the machine's to decide. */
  send: (event: Event) => void;
}

/** Something that goes on while the checkout is in some states. Returns what stops it and gives back what it took. */
export type Effect = (context: EffectContext) => (() => void) | undefined;

/** Calls `run` with one field of the state now, and whenever it changes. @returns stops. */
export function onChange<K extends keyof State>(
  state: ReadonlySignal<State>,
  field: K,
  run: (value: State[K]) => void,
): () => void {
  return computed(() => state.value[field]).subscribe(run);
}
