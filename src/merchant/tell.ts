import type { CheckoutEvent } from './events.ts';
import type { Logger } from './logger.ts';

/** One event to the log and to the merchant's `onEvent`, whose errors are its own (T54). */
export function tell(
  event: CheckoutEvent,
  onEvent: ((event: CheckoutEvent) => void) | undefined,
  log: Logger,
): void {
  const { type, alert, ...fields } = event;
  log[alert ? 'warn' : 'info'](fields, alert ? `checkout alert: ${type}` : `checkout: ${type}`);
  try {
    const answer: unknown = onEvent?.(event);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => log.error({ err: error, type }, 'onEvent failed'));
  } catch (error) {
    log.error({ err: error, type }, 'onEvent failed');
  }
}
