import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import type { Telemetry } from '../observe/telemetry.ts';
import type { CheckoutHandlerOptions, Payment } from '../options.ts';
import { callMerchant } from './callMerchant.ts';

/** The merchant's hooks, each with its time limit, its span and its idempotency key; absent where the merchant gave none. */
export interface PaymentHooks {
  readonly onPayment?: (payment: Payment, attempt: number) => Promise<void>;
  readonly onPaymentDetails?: (payment: Payment, attempt: number) => Promise<void>;
  readonly onNotification?: (notification: PaymentNotification) => Promise<void>;
}

export interface PaymentHooksContext {
  readonly options: Pick<CheckoutHandlerOptions, 'onPayment' | 'onPaymentDetails' | 'onNotification'>;
  readonly hookTimeoutMs: number;
  readonly telemetry: Pick<Telemetry, 'task'>;
}

/** Each call rejects with a `MerchantError` when the hook throws, rejects or takes too long. */
export function createPaymentHooks({ options, hookTimeoutMs, telemetry }: PaymentHooksContext): PaymentHooks {
  const { onPayment, onPaymentDetails, onNotification } = options;
  const call = (name: string, run: (signal: AbortSignal) => void | Promise<void>) =>
    callMerchant({ name, limitMs: hookTimeoutMs, limitName: 'limits.hookTimeoutMs' }, run);
  const namesOf = ({ sessionId }: Payment, attempt: number) => ({
    'checkout.session': sessionId,
    'checkout.attempt': attempt,
  });

  return {
    ...(onPayment && {
      onPayment: (payment, attempt) =>
        telemetry.task('fulfil', namesOf(payment, attempt), () =>
          call('onPayment', (signal) =>
            onPayment(payment, { idempotencyKey: `${payment.orderReference}:payment`, attempt, signal }),
          ),
        ),
    }),
    ...(onPaymentDetails && {
      onPaymentDetails: (payment, attempt) =>
        telemetry.task('deliver details', namesOf(payment, attempt), () =>
          call('onPaymentDetails', (signal) =>
            onPaymentDetails(payment, {
              idempotencyKey: `${payment.orderReference}:details`,
              attempt,
              signal,
            }),
          ),
        ),
    }),
    ...(onNotification && {
      onNotification: (notification) =>
        telemetry.task('hand on a notification', {}, () =>
          call('onNotification', (signal) =>
            onNotification(notification, {
              idempotencyKey: `${notification.pspId}:${notification.status}`,
              signal,
            }),
          ),
        ),
    }),
  };
}
