import type { isRedirectUrl } from '../checkout/redirectUrl.ts';
import type { SessionCall } from '../checkout/sessionAnswer.ts';
import type { SessionReason } from '../protocol/page/session.ts';
import type { focusNear } from '../view/focusNear.ts';
import type { chooseLanguage } from '../view/language/chooseLanguage.ts';
import type { LoadFile } from '../view/language/loadTexts.ts';
import type { Shell } from '../view/shell.ts';
import type { Diagnosis } from './diagnose/finding.ts';
import type { addRights } from './frameAllow.ts';
import type {
  CheckoutEvents,
  CheckoutEventType,
  CheckoutOptions,
  CheckoutResult,
  CheckoutState,
  CheckoutTrace,
} from './options.ts';

/*
 * How the bundles meet. The button's (`createCheckout.ts`) draws the button, sends the first request and loads the
 * frame's (`frame.ts`), which asks for the hosted page as soon as its address is known, and loads the dialog's
 * (`dialog.ts`): the checkout and all that is drawn besides. What few pages need is in the extras (`extras.ts`). Types only, so
 * that none carries another.
 */

export type IsRedirectUrl = typeof isRedirectUrl;

/** A request for a session whose reply has not been read. */
export interface UnreadCall extends Omit<SessionCall, 'reply'> {
  /** When the customer clicked, if that was after the request: it was sent on intent. */
  clickedAt?: number;
  reply: Promise<UnreadReply>;
}

/** A `Response`, or what stands for one where the merchant made the call. */
export interface UnreadReply {
  /** Missing where the merchant made the call: that counts as 200. */
  status?: number;
  headers?: Headers | undefined;
  json: () => unknown;
  /** So that it can be read twice; missing where `json` may be called twice. */
  clone?: () => UnreadReply;
}

/** What the frame's bundle exports. */
export interface FrameBundle extends Pick<ExtrasBundle, 'resume' | 'label' | 'diagnose'> {
  /** @param isRedirectUrl which the button's bundle has already. */
  open(context: WidgetContext, first: UnreadCall, isRedirectUrl: IsRedirectUrl): EarlyDialog;
  /** The customer shows intent. */
  warm(context: WidgetContext, mounted: AbortSignal): void;
}

/** What the dialog's bundle exports. */
export interface DialogBundle {
  /**
   * Lets a checkout take over the shell that stands.
   *
   * @param asked it draws nothing before that.
   * @param loadExtras whose name and hash the frame's bundle has already.
   */
  open(
    context: WidgetContext,
    first: UnreadCall,
    shell: Shell,
    asked: Promise<unknown>,
    loadExtras: LoadExtras,
  ): OpenDialog;
  /** Prefetches what it needs: the language. */
  warm(context: Pick<WidgetContext, 'options' | 'loadFile'>, loadExtras: LoadExtras): void;
}

export type LoadExtras = (loadFile: LoadFile) => Promise<ExtrasBundle>;

/** What the extras' bundle exports. */
export interface ExtrasBundle {
  chooseLanguage: typeof chooseLanguage;
  addRights: typeof addRights;
  focusNear: typeof focusNear;
  /** Finds out how the payment ended that the customer left this page for. */
  resume(context: Pick<WidgetContext, 'options' | 'emit' | 'loadFile'>): Promise<CheckoutResult | null>;
  /** Puts the customer's word for "Pay" on the button that we drew. Never rejects. */
  label(context: Pick<WidgetContext, 'options' | 'loadFile'>, button: Element | undefined): Promise<void>;
  /** What is wrong with this page. */
  diagnose(loadFile: LoadFile, options?: CheckoutOptions): Promise<Diagnosis>;
  /** Loads what only developers read. */
  loadDiagnosis(loadFile: LoadFile): Promise<typeof import('./diagnose/diagnose.ts')>;
}

/** What the bundles know of one checkout. */
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
  /** The session that was requested on intent, for one open only. The checkout renews it if it is too old by then. */
  takeWarm?: (() => UnreadCall) | undefined;
  /** What goes with this mount was prefetched. */
  warmedFor?: AbortSignal;
  /** A connection to the gateway has been opened on intent, or the open takes care of it. */
  isConnected?: boolean;
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

/** A dialog on the screen from the click on, when its code may still be on the way. */
export interface EarlyDialog extends Omit<OpenDialog, 'result' | 'state'> {
  /** Rejects when the code is out of reach; then nothing is on the screen any more. `result` is there once this is settled. */
  readonly ready: Promise<unknown>;
  readonly result: Promise<CheckoutResult> | CheckoutResult;
  /** None before the dialog's code is here: the session is being created. */
  readonly state: CheckoutState | undefined;
}
