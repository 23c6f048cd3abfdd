import type { ReadonlySignal, Signal } from '@preact/signals';
import type { PointerState } from './hands.ts';

/** The tour: it types and presses by itself, one step after the other, and stops whenever somebody wants it to. */
export interface Film {
  /** Whether it goes on by itself. Where the visitor wants no motion, it waits for Next from the start. */
  playing: Signal<boolean>;
  pointer: ReadonlySignal<PointerState | null>;
  /** Whether the film could not go on by itself. */
  stuck: ReadonlySignal<boolean>;
  /** Ends what this step still has to do, at once, and goes on. */
  next(): void;
  /** To the step from which this one, or the one before it, can be played. */
  back(): void;
  leave(): void;
}
