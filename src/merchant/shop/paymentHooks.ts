import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import type { Telemetry } from '../observe/telemetry.ts';
import type {
  CheckoutHandlerOptions,
  Payment,
  PaymentContext,
  PendingOrder,
  UnpaidOrder,
} from '../options.ts';
import { callMerchant } from './callMerchant.ts';

/** The merchant's hooks, each with its time limit, its span and its idempotency key; absent where the merchant gave none. */
export interface PaymentHooks {
  readonly onPayment?: (payment: Payment, attempt: number) => Promise<void>;
  readonly onPaymentDetails?: (payment: Payment, attempt: number) => Promise<void>;
  readonly onUnpaid?: (order: UnpaidOrder, attempt: number) => Promise<void>;
  readonly onLatePayment?: (payment: Payment, attempt: number) => Promise<void>;
  readonly onPending?: (order: PendingOrder, attempt: number) => Promise<void>;
  readonly onNotification?: (notification: PaymentNotification) => Promise<void>;
}

export interface PaymentHooksContext {
  readonly options: Pick<
    CheckoutHandlerOptions,
    'onPayment' | 'onPaymentDetails' | 'onUnpaid' | 'onLatePayment' | 'onPending' | 'onNotification'
  >;
  readonly hookTimeoutMs: number;
  readonly telemetry: Pick<Telemetry, 'task'>;
}

/** Each call rejects with a `MerchantError` when the hook throws, rejects or takes too long. */
export function createPaymentHooks({ options, hookTimeoutMs, telemetry }: PaymentHooksContext): PaymentHooks {
  const { onPayment, onPaymentDetails, onUnpaid, onLatePayment, onPending, onNotification } = options;
  const call = (name: string, run: (signal: AbortSignal) => void | Promise<void>) =>
    callMerchant({ name, limitMs: hookTimeoutMs, limitName: 'limits.hookTimeoutMs' }, run);

  /** The hook as a call with its span; `keyOf` follows the order's reference in the idempotency key. */
  const numbered =
    <News extends { orderReference: string; sessionId?: string }>(
      name: string,
      span: string,
      hook: (news: News, context: PaymentContext) => void | Promise<void>,
      keyOf: (news: News) => string,
    ) =>
    (news: News, attempt: number): Promise<void> => {
      const session = news.sessionId === undefined ? {} : { 'checkout.session': news.sessionId };
      return telemetry.task(span, { ...session, 'checkout.attempt': attempt }, () =>
        call(name, (signal) =>
          hook(news, { idempotencyKey: `${news.orderReference}:${keyOf(news)}`, attempt, signal }),
        ),
      );
    };

  return {
    ...(onPayment && { onPayment: numbered('onPayment', 'fulfil', onPayment, () => 'payment') }),
    ...(onPaymentDetails && {
      onPaymentDetails: numbered('onPaymentDetails', 'deliver details', onPaymentDetails, () => 'details'),
    }),
    ...(onUnpaid && { onUnpaid: numbered('onUnpaid', 'release', onUnpaid, () => 'unpaid') }),
    // An order gets this or `onPayment`, and the same key: a shop that adds the hook between two attempts does nothing twice.
    ...(onLatePayment && {
      onLatePayment: numbered('onLatePayment', 'fulfil', onLatePayment, () => 'payment'),
    }),
    ...(onPending && {
      onPending: numbered('onPending', 'tell pending', onPending, ({ sessionId }) => `pending:${sessionId}`),
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
