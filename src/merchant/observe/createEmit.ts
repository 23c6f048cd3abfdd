import { tellMerchant } from '../../gateway/tellMerchant.ts';
import { type Emit, type PaymentEvent, toPaymentEvent } from './events.ts';
import type { Logger } from './logger.ts';
import type { Telemetry } from './telemetry.ts';

export interface EmitContext {
  readonly onEvent: ((event: PaymentEvent) => void) | undefined;
  readonly telemetry: Pick<Telemetry, 'event'>;
  readonly log: Logger;
}

/** Reports stored events: to the metrics, the log and the merchant's `onEvent`, whose errors are its own (T54). */
export function createEmit({ onEvent, telemetry, log }: EmitContext): Emit {
  return (events, session) => {
    for (const stored of events) {
      const event = toPaymentEvent(stored, session);
      const { type, alert, ...fields } = event;
      telemetry.event(type, alert);
      log[alert ? 'warn' : 'info'](fields, alert ? `checkout alert: ${type}` : `checkout: ${type}`);
      tellMerchant(
        'onEvent',
        () => onEvent?.(event),
        (error) => log.error({ err: error, type }, 'onEvent failed'),
      );
    }
  };
}
