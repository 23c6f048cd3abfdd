import { tellMerchant } from '../../gateway/tellMerchant.ts';
import type { PaymentEvent } from './events.ts';
import type { Logger } from './logger.ts';

/** One event to the log and to the merchant's `onEvent`, whose errors are its own (T54). */
export function tell(
  event: PaymentEvent,
  onEvent: ((event: PaymentEvent) => void) | undefined,
  log: Logger,
): void {
  const { type, alert, ...fields } = event;
  log[alert ? 'warn' : 'info'](fields, alert ? `checkout alert: ${type}` : `checkout: ${type}`);
  tellMerchant(
    'onEvent',
    () => onEvent?.(event),
    (error) => log.error({ err: error, type }, 'onEvent failed'),
  );
}
