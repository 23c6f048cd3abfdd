import { createBackEntry } from '../checkout/backEntry.ts';
import { inTimer } from '../checkout/inTimer.ts';
import { defaultTimeouts } from '../checkout/settings.ts';
import { createStatusPoll } from '../checkout/statusPoll.ts';
import { isFinalStatus, outcomeOfStatus } from '../protocol/page/outcome.ts';
import type { WidgetContext } from './bundles.ts';
import { emitOutcome } from './ending.ts';
import type { CheckoutResult } from './options.ts';
import { askStatus } from './status.ts';
import { type KeptSession, takeKeptSession } from './takeKeptSession.ts';

/** How long a session that is still `open` is watched: its customer is here, so most likely came back unpaid. */
const OPEN_MS = 3000;

/** Finds out how the session ended that the customer left this page with. Tells the outcome as an open would. */
export async function resume({
  options,
  emit,
}: Pick<WidgetContext, 'options' | 'emit'>): Promise<CheckoutResult | null> {
  // While a payment is open in this page, its session is kept too: its own checkout tells the end.
  // Not of the document, of which a form of the page may take the name (T86).
  if (Document.prototype.querySelector.call(document, 'hpp-checkout-dialog') !== null) return null;
  const kept = takeKeptSession();
  if (kept === null) return null;
  const result = await watch(options, kept);
  // The page was reloaded with the dialog open.
  await new Promise<void>(createBackEntry(window, () => {}).release);
  const act = emitOutcome(result, options, emit);
  emit('close', result);
  act();
  return result;
}

function watch(options: WidgetContext['options'], kept: KeptSession): Promise<CheckoutResult> {
  const { sessionId } = kept;
  return new Promise((resolve) => {
    let outcome: CheckoutResult['outcome'] = 'closed';
    const end = (result: CheckoutResult) => {
      poll.stop();
      clearTimeout(deadline);
      resolve(result);
    };
    const giveUp = () => end({ outcome, sessionId });
    let deadline = window.setTimeout(giveUp, OPEN_MS);
    const poll = createStatusPoll({
      ask: (signal) => askStatus(options, kept, signal, Date.now()),
      onReply({ status, orderReference }) {
        if (isFinalStatus(status)) {
          return end({ outcome: status, sessionId, ...(orderReference !== undefined && { orderReference }) });
        }
        if (status === 'pending' && outcome !== 'pending') {
          outcome = outcomeOfStatus(status);
          clearTimeout(deadline);
          deadline = window.setTimeout(giveUp, inTimer(options.timeouts?.confirm ?? defaultTimeouts.confirm));
        }
      },
      onError() {
        // Nobody knows yet: not `closed`.
        outcome = 'pending';
      },
      timers: window,
      now: () => performance.now(),
      random: Math.random,
      isOnline: () => navigator.onLine,
    });
    poll.pollFast();
  });
}
