import type { SessionCall } from '../checkout/sessionAnswer.ts';
import type { SessionReason } from '../protocol/page/session.ts';
import type { LoadFile } from '../view/language/loadTexts.ts';
import type { Diagnosis } from './diagnose/finding.ts';
import type {
  CheckoutEvents,
  CheckoutEventType,
  CheckoutOptions,
  CheckoutResult,
  CheckoutState,
  CheckoutTrace,
} from './options.ts';

/*
 * How the two stages meet. Stage one draws the button, sends the first request and loads stage two; stage two owns the
 * dialog and the flow. Types only, so that neither carries the other.
 */

/** A request for a session, its reply unread. */
export interface UnreadCall extends Omit<SessionCall, 'reply'> {
  /** When the customer clicked, if that was later than the request: it was sent on intent. */
  clickedAt?: number;
  /** A `Response`, or what stands for one where the merchant made the call. */
  reply: Promise<{ status: number; headers?: Headers | undefined; json: () => unknown }>;
}

export interface StageTwo {
  open(shared: Shared, first: UnreadCall): OpenDialog;
  /** The customer shows intent. */
  warm(shared: Shared, mounted: AbortSignal): void;
  /** The session asked for on intent, if there is one. */
  session(shared: Shared): UnreadCall | undefined;
  resume(shared: Pick<Shared, 'options' | 'emit'>): Promise<CheckoutResult | null>;
  /** Puts the customer's word for "Pay" on the button that we drew. Never rejects. */
  label(shared: Pick<Shared, 'options' | 'load'>, button: Element | undefined): Promise<void>;
  /** Loads the diagnosis and runs it. */
  diagnose(load: LoadFile, options?: CheckoutOptions): Promise<Diagnosis>;
}

/** What both stages know of one checkout. */
export interface Shared {
  readonly options: CheckoutOptions;
  /** The element that was mounted: where an inline page goes. */
  element?: HTMLElement | undefined;
  readonly request: (reason: SessionReason, previous?: string) => UnreadCall;
  /** @returns `false` when the DOM event was prevented. */
  readonly emit: <T extends CheckoutEventType>(type: T, detail: CheckoutEvents[T]) => boolean;
  /** A fresh open: "Try again". */
  readonly again: () => void;
  /** What every event of the open under way tells; stage two fills it in. */
  readonly trace: Partial<CheckoutTrace>;
  /** For files that few pages need. */
  readonly load: LoadFile;
}

export interface OpenDialog {
  /** Settles when the outcome is known. Rejects only with a `CheckoutError`. */
  readonly result: Promise<CheckoutResult>;
  readonly state: CheckoutState;
  /** The merchant's wish to close. Settles when the dialog is gone. */
  close(): Promise<void>;
  /** Takes the dialog away at once. */
  destroy(): void;
}
