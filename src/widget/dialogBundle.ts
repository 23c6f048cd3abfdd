import type { SessionCall } from '../checkout/sessionAnswer.ts';
import type { SessionReason } from '../protocol/page/session.ts';
import type { LoadFile } from '../view/language/loadTexts.ts';
import type {
  CheckoutEvents,
  CheckoutEventType,
  CheckoutOptions,
  CheckoutResult,
  CheckoutState,
  CheckoutTrace,
} from './options.ts';

/*
 * How the two bundles meet. The button's bundle (`createCheckout.ts`) draws the button, sends the first request and loads
 * the dialog's bundle (`dialog.ts`). Types only, so that neither carries the other.
 */

/** A request for a session whose reply has not been read. */
export interface UnreadCall extends Omit<SessionCall, 'reply'> {
  /** When the customer clicked, if that was after the request: it was sent on intent. */
  clickedAt?: number;
  /** A `Response`, or what stands for one where the merchant made the call. */
  reply: Promise<{ status: number; headers?: Headers | undefined; json: () => unknown }>;
}

/** What the dialog's bundle exports. */
export interface DialogBundle {
  open(context: WidgetContext, first: UnreadCall): OpenDialog;
  /** The customer shows intent. */
  warm(context: WidgetContext, mounted: AbortSignal): void;
  /** The session that was requested on intent, if there is one. */
  session(context: WidgetContext): UnreadCall | undefined;
  resume(context: Pick<WidgetContext, 'options' | 'emit'>): Promise<CheckoutResult | null>;
  /** Puts the customer's word for "Pay" on the button that we drew. Never rejects. */
  label(context: Pick<WidgetContext, 'options' | 'loadFile'>, button: Element | undefined): Promise<void>;
  /** Loads what only developers read. */
  diagnose(loadFile: LoadFile): Promise<typeof import('./diagnose/diagnose.ts')>;
}

/** What both bundles know of one checkout. */
export interface WidgetContext {
  readonly options: CheckoutOptions;
  /** The element that was mounted: where an inline page goes. */
  element?: HTMLElement | undefined;
  readonly request: (reason: SessionReason, previous?: string) => UnreadCall;
  /** @returns `false` when the DOM event was prevented. */
  readonly emit: <T extends CheckoutEventType>(type: T, detail: CheckoutEvents[T]) => boolean;
  /** Opens once more: "Try again". Its errors are events. */
  readonly reopen: () => void;
  /** The fields of the trace for the current open; the dialog fills them in. */
  readonly trace: Partial<CheckoutTrace>;
  /** For files that few pages need. */
  readonly loadFile: LoadFile;
}

/** A dialog on the screen. */
export interface OpenDialog {
  /** Settles when the outcome is known. Rejects only with a `CheckoutError`. */
  readonly result: Promise<CheckoutResult>;
  readonly state: CheckoutState;
  /** The merchant's wish to close. Settles when the dialog is gone. */
  close(): Promise<void>;
  /** Takes the dialog away at once. */
  destroy(): void;
}
