import type { SessionCall } from '../flow/sessionAnswer.ts';
import type { SessionReason } from '../protocol/page/session.ts';
import type {
  CheckoutEvents,
  CheckoutEventType,
  CheckoutOptions,
  CheckoutResult,
  CheckoutState,
} from './options.ts';

/*
 * How the two stages meet. Stage one draws the button, sends the first request and loads stage two; stage two owns the
 * dialog and the flow. Types only, so that neither carries the other.
 */

export interface StageTwo {
  openDialog(opening: Opening): OpenDialog;
  /** The customer shows intent. */
  warmUp(options: CheckoutOptions, mounted: AbortSignal, request: Opening['request']): void;
  /** The session asked for on intent, if there is one. */
  takeWarm(options: CheckoutOptions): SessionCall | undefined;
  resume(opening: Pick<Opening, 'options' | 'emit'>): Promise<CheckoutResult | null>;
}

export interface Opening {
  options: CheckoutOptions;
  /** Where an inline page goes. */
  element: Element | undefined;
  first: SessionCall;
  request: (reason: SessionReason, previous?: string) => SessionCall;
  /** @returns `false` when the DOM event was prevented. */
  emit: <T extends CheckoutEventType>(type: T, detail: CheckoutEvents[T]) => boolean;
  /** A fresh open: "Try again". */
  again: () => void;
}

export interface OpenDialog {
  /** Settles when the outcome is known. Rejects only with a `CheckoutError`. */
  readonly result: Promise<CheckoutResult>;
  /** Settles when the dialog is gone. */
  readonly gone: Promise<void>;
  readonly state: CheckoutState;
  /** The merchant's or the customer's wish to close. */
  close(): void;
  /** Takes the dialog away at once. */
  abandon(): void;
}
