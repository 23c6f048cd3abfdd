import type { CheckoutGateway } from '../../gateway/checkoutGateway.ts';
import type { FailureLog } from '../observe/failureLog.ts';
import type { Logger } from '../observe/logger.ts';
import type { Telemetry } from '../observe/telemetry.ts';
import type { SweepResult } from '../options.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import { createCircuitBreaker } from '../poll/circuitBreaker.ts';
import { createGatewayPoll } from '../poll/gatewayPoll.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { Settings } from '../settings.ts';
import type { PaymentHooks } from '../shop/paymentHooks.ts';
import type { PriceOrder } from '../shop/priceOrder.ts';
import { createSettler, type Settler } from './createSettler.ts';
import { createSweep } from './createSweep.ts';
import { createDetailsDelivery, type DeliverDetails } from './deliverDetails.ts';
import { createLeasedWork } from './leasedWork.ts';
import { createPaidWork } from './paidWork.ts';
import { createRecentDetails } from './recentDetails.ts';
import { createTellPending } from './tellPending.ts';
import { createUnpaidWork } from './unpaidWork.ts';

/** More than the calls of one piece of work may take together. */
const LEASE_MARGIN_MS = 5_000;

export interface SettlementContext {
  readonly gateway: CheckoutGateway;
  readonly records: RecordContext;
  readonly settings: Pick<Settings, 'limits' | 'onUnderpaid'>;
  readonly timeouts: HandlerTimeouts;
  readonly hooks: PaymentHooks;
  readonly priceOrder: PriceOrder;
  readonly telemetry: Telemetry;
  readonly failures: FailureLog;
  readonly log: Logger;
  readonly monotonic: () => number;
}

export interface Settlement {
  readonly settler: Settler;
  readonly deliverDetails: DeliverDetails;
  readonly sweep: () => Promise<SweepResult>;
}

/** Puts together what moves sessions to their final status; each piece is given those above it. */
export function createSettlement(context: SettlementContext): Settlement {
  const { gateway, records, settings, timeouts, hooks, priceOrder, telemetry, failures, log, monotonic } =
    context;
  const { store } = records;
  const { limits, onUnderpaid } = settings;
  const { hookTimeoutMs, answerTimeoutMs, pollIntervalMs, detailsTimeoutMs, authorisationPeriodMs } = limits;
  const leaseMs = timeouts.statusCallMs * 2 + answerTimeoutMs + hookTimeoutMs + LEASE_MARGIN_MS;

  const circuitBreaker = createCircuitBreaker(monotonic);
  const gatewayPoll = createGatewayPoll({ gateway, circuitBreaker, records, telemetry, failures, timeouts });
  const deliverDetails = createDetailsDelivery({ ...records, hooks, log });
  const recentDetails = createRecentDetails();
  const awaitsDetails = hooks.onPaymentDetails !== undefined;
  const times = { awaitsDetails, detailsTimeoutMs, authorisationPeriodMs };
  const paidWork = createPaidWork({
    ...records,
    gatewayPoll,
    recentDetails,
    deliverDetails,
    times,
    hooks,
    priceOrder,
    onUnderpaid,
    hookTimeoutMs,
    log,
  });
  const unpaidWork = createUnpaidWork({ ...records, hooks, log });
  const tellPending = createTellPending({ ...records, hooks, log });
  const leasedWork = createLeasedWork({
    ...records,
    gatewayPoll,
    paidWork,
    unpaidWork,
    tellPending,
    pollIntervalMs,
    log,
  });
  const settler = createSettler({ ...records, leasedWork, recentDetails, leaseMs });
  return { settler, deliverDetails, sweep: createSweep({ store, leasedWork, leaseMs, failures }) };
}
