import type { CheckoutGateway } from '../../gateway/checkoutGateway.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import type { LimitedLog } from '../observe/limitedLog.ts';
import type { Logger } from '../observe/logger.ts';
import type { HandlerLimits } from '../options.ts';
import type { Background } from '../platform/background.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { Settings } from '../settings.ts';
import type { Settler } from '../settle/createSettler.ts';
import type { DeliverDetails } from '../settle/deliverDetails.ts';
import type { PaymentHooks } from '../shop/paymentHooks.ts';

/** What settles a session by a notification. */
export interface NotificationSettleContext extends RecordContext {
  readonly gateway: Pick<CheckoutGateway, 'test'>;
  readonly confirmWith: Settings['confirmWith'];
  readonly settler: Settler;
  readonly hooks: PaymentHooks;
  readonly deliverDetails: DeliverDetails;
}

/** What receives a notification, from the request to the acknowledgement. */
export interface NotifyRouteContext extends NotificationSettleContext {
  readonly gateway: CheckoutGateway;
  readonly limits: Pick<HandlerLimits, 'maxBodyBytes'>;
  readonly timeouts: Pick<HandlerTimeouts, 'bodyMs' | 'storeNotificationMs'>;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly background: Background;
  readonly log: Logger;
  /** For warnings that anonymous requests can cause. */
  readonly limitedLog: LimitedLog;
}
