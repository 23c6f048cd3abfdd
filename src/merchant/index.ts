export { createGateway, type Gateway, type GatewayOptions } from '../gateway/createGateway.ts';
export * from '../gateway/errors/answerErrors.ts';
export * from '../gateway/errors/connectionErrors.ts';
export { GatewayError } from '../gateway/errors/gatewayError.ts';
export * from '../gateway/errors/notificationErrors.ts';
export * from '../gateway/errors/requestErrors.ts';
export * from '../gateway/errors/setupErrors.ts';
export type {
  CallOptions,
  CheckoutGateway,
  Client,
  HppConfiguration,
  HppRequest,
  HppSession,
  IncomingNotification,
  Secret,
} from '../gateway/types.ts';
export { defaultProfile } from '../protocol/gateway/defaultProfile.ts';
export { defineProfile } from '../protocol/gateway/defineProfile.ts';
export { type Amount, formatAmount, parseAmount } from '../protocol/gateway/money.ts';
export type { GatewayProfile } from '../protocol/gateway/profile.ts';
export type { SignatureScheme } from '../protocol/gateway/signature.ts';
export type {
  PaymentNotification,
  TransactionDetails,
  TransactionState,
  TransactionStatus,
} from '../protocol/gateway/transaction.ts';
export type { Problem, ProblemCode } from '../protocol/page/problem.ts';
export type { CheckoutSession, SessionRequest } from '../protocol/page/session.ts';
export type { SessionStatusReply } from '../protocol/page/status.ts';
export { createCheckoutHandler } from './createCheckoutHandler.ts';
export type { AlertType, CheckoutEvent, EventType } from './events.ts';
export type { Logger } from './logger.ts';
export type {
  CheckoutHandler,
  CheckoutHandlerOptions,
  ContinueUrl,
  FetchContext,
  HandlerLimits,
  OrderFacts,
  Payment,
  PaymentContext,
  SweepResult,
} from './options.ts';
export { CheckoutConfigError } from './settings.ts';
export { signatures } from './signatures.ts';
export type * from './store/contract.ts';
export { type MemoryStoreOptions, memoryStore } from './store/memory.ts';
export { StoreError, type StoreErrorCode } from './store/storeError.ts';
