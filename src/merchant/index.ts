// The client's entry, whole: whoever mounts the handler has the client as well.
export * from '../gateway/index.ts';
export type { DisplayItem, SessionDisplay } from '../protocol/page/display.ts';
export type { Problem, ProblemCode } from '../protocol/page/problem.ts';
export type { CheckoutSession, SessionRequest } from '../protocol/page/session.ts';
export type { SessionStatusReply } from '../protocol/page/status.ts';
export { CheckoutConfigError } from './configError.ts';
export { createCheckoutHandler } from './createCheckoutHandler.ts';
export type { AlertType, PaymentEvent, PaymentEventType } from './observe/events.ts';
export type { Logger } from './observe/logger.ts';
export type { CheckoutMeter, CheckoutSpan, CheckoutTracer } from './observe/telemetry.ts';
export type {
  CheckoutHandler,
  CheckoutHandlerOptions,
  ContinueUrl,
  FetchContext,
  HandlerLimits,
  NewPayLink,
  NewServerSession,
  NotificationContext,
  OrderFacts,
  OrderItem,
  PayLinkOptions,
  Payment,
  PaymentContext,
  PaymentDetails,
  PendingOrder,
  Price,
  ResolveContext,
  ShopStyle,
  SweepResult,
  UnpaidOrder,
  UnpaidReason,
} from './options.ts';
export type * from './orders/types.ts';
export type { GatewayState } from './poll/gatewayState.ts';
export { CheckoutSessionError, type CheckoutSessionErrorCode } from './session/sessionError.ts';
export type * from './store/contract.ts';
export { type MemoryStoreOptions, memoryStore } from './store/memory.ts';
export { StoreError, type StoreErrorCode } from './store/storeError.ts';
