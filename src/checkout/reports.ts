import { CheckoutError } from './checkoutError.ts';
import type { Event, State } from './machine.ts';
import type { ModelEvent } from './modelOptions.ts';
import type { CheckoutConfig } from './settings.ts';

/** What the merchant hears of one step of the machine, in order. Pure. */
export function reportsOf(before: State, event: Event, after: State, config: CheckoutConfig): ModelEvent[] {
  const { phase, session, remainingMs, ending } = after;
  const reports: ModelEvent[] = [];
  const error = errorOf(before, event, after, config);
  if (error) reports.push({ type: 'error', error });
  if (phase !== before.phase) reports.push({ type: 'phase', phase });
  if (session !== null) {
    const { sessionId } = session;
    if (before.phase === 'loading' && phase === 'paying') reports.push({ type: 'load', sessionId });
    if (before.remainingMs === null && remainingMs !== null) {
      reports.push({ type: 'expiring', sessionId, remainingMs });
    }
  }
  if (ending !== null) {
    if (after.reported && !before.reported) reports.push({ type: 'outcome', ending });
    if (phase === 'closed' && before.phase !== 'closed')
      reports.push({ type: 'closed', ending, abandoned: event.type === 'abandon' });
  }
  return reports;
}

/** What the developer is to know of. Not all of it is the end. */
function errorOf(
  before: State,
  event: Event,
  after: State,
  { timeouts }: CheckoutConfig,
): CheckoutError | undefined {
  switch (event.type) {
    case 'refused':
      return event.error;
    case 'statusFailed':
      return new CheckoutError('status_failed', 'the status endpoint could not be asked', event.cause);
    case 'frameBlocked': {
      if (after === before) return undefined;
      const needs = `${event.directive} ${new URL(after.frameUrl).origin}`;
      return new CheckoutError('frame_blocked', `this page's Content-Security-Policy needs: ${needs}`);
    }
    case 'dialogHidden':
      return new CheckoutError(
        'frame_blocked',
        'this page hides or removes the dialog: paid on the full page',
      );
    case 'timeout':
      return event.timer === 'load' && after !== before
        ? new CheckoutError('frame_load_timeout', `the page did not load in ${timeouts.load} ms`)
        : undefined;
    default:
      return undefined;
  }
}
