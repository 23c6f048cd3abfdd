import type { CheckoutError } from '../../checkout/checkoutError.ts';
import type { EarlyDialog, WidgetContext } from '../../widget/bundles.ts';
import { deferred } from '../../widget/deferred.ts';
import { emitOutcome } from '../../widget/ending.ts';
import type { CheckoutResult } from '../../widget/options.ts';

/** A dialog that nobody sees; a test says how it ends. */
export interface FakeDialog extends EarlyDialog {
  /** Tells the outcome, and then that the dialog is closed. Once; afterwards nothing. */
  end(result: CheckoutResult): void;
  /** It could not be opened. */
  fail(error: CheckoutError): void;
  emitExpiring(remainingMs: number): void;
}

/** What `openDialog` does with an outcome, without anything on screen: in the same order, by the same functions. */
export function openFakeDialog(
  { emit, options }: WidgetContext,
  sessionId: string,
  onEnd: () => void,
): FakeDialog {
  const result = deferred<CheckoutResult>();
  // Whoever only listens to events awaits no promise.
  result.promise.catch(() => {});
  let state: EarlyDialog['state'] = 'paying';
  emit('open', {});
  // In a turn of its own: after `open`, as a page's `load` is.
  queueMicrotask(() => {
    if (state === 'paying') emit('load', { sessionId });
  });

  /** @param outcome tells it, and gives what is to be done when the dialog is gone. */
  function finish(outcome: () => () => void, closing: CheckoutResult): void {
    if (state === 'done') return;
    state = 'done';
    onEnd();
    const defaultAction = outcome();
    emit('close', closing);
    defaultAction();
  }
  const none = () => {};
  const closed: CheckoutResult = { outcome: 'closed', sessionId };

  return {
    ready: Promise.resolve(),
    result: result.promise,
    get state() {
      return state;
    },
    end: (ending) =>
      finish(() => {
        result.resolve(ending);
        return emitOutcome(ending, options, emit);
      }, ending),
    fail: (error) =>
      finish(() => {
        emit('error', error);
        result.reject(error);
        return none;
      }, closed),
    emitExpiring(remainingMs) {
      if (state === 'paying') emit('expiring', { sessionId, remainingMs });
    },
    async close() {
      this.end(closed);
    },
    destroy: () =>
      finish(() => {
        result.resolve(closed);
        return none;
      }, closed),
  };
}
