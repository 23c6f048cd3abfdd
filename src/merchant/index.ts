export { createGateway, type Gateway } from '../gateway/createGateway.ts';
export * from '../gateway/errors/answerErrors.ts';
export * from '../gateway/errors/connectionErrors.ts';
export { type ErrorContext, GatewayError } from '../gateway/errors/gatewayError.ts';
export * from '../gateway/errors/notificationErrors.ts';
export * from '../gateway/errors/requestErrors.ts';
export * from '../gateway/errors/setupErrors.ts';
export type * from '../gateway/hooks.ts';
export type { Transport, TransportRequest, TransportResponse } from '../gateway/http/transport.ts';
export type { RawRequest } from '../gateway/operations/rawRequest.ts';
export type { GatewayOptions } from '../gateway/options.ts';
export type { GatewayRuntime } from '../gateway/runtime.ts';
export type { GatewayTracer } from '../gateway/tracing.ts';
export type {
  BrowserDetails,
  CallOptions,
  CardPaymentRequest,
  CardPayoutRequest,
  CheckoutGateway,
  Client,
  HppConfiguration,
  HppRequest,
  HppSession,
  IncomingNotification,
  PaymentCredentials,
  PaymentOutcome,
  PayoutOutcome,
  Routing,
  Secret,
  ThreeDSecureAuthentication,
  TokenPaymentRequest,
  TokenPayoutRequest,
  TransactionPayoutRequest,
} from '../gateway/types.ts';
export { defaultProfile } from '../protocol/gateway/defaultProfile.ts';
export { type DeepPartial, defineProfile } from '../protocol/gateway/defineProfile.ts';
export { describeProfile, type PointOrigin, type ProfilePoint } from '../protocol/gateway/describeProfile.ts';
export { type Amount, formatAmount, parseAmount } from '../protocol/gateway/money.ts';
export type { CardToTokenise, GatewayProfile, TextRule, TokenRecord } from '../protocol/gateway/profile.ts';
export { ProfileError } from '../protocol/gateway/profileError.ts';
export { redact } from '../protocol/gateway/redact.ts';
export type { Hmac, SignatureScheme, SignedMessage } from '../protocol/gateway/signature.ts';
export type {
  CardExpiry,
  PaymentNotification,
  TransactionDetails,
  TransactionState,
  TransactionStatus,
} from '../protocol/gateway/transaction.ts';
export type { TransactionReference } from '../protocol/gateway/wire.ts';
export type { Problem, ProblemCode } from '../protocol/page/problem.ts';
export type { CheckoutSession, SessionRequest } from '../protocol/page/session.ts';
export type { SessionStatusReply } from '../protocol/page/status.ts';
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
  NotificationContext,
  OrderFacts,
  Payment,
  PaymentContext,
  PaymentDetails,
  Price,
  ResolveContext,
  SweepResult,
} from './options.ts';
export { CheckoutConfigError } from './settings.ts';
export { signatures } from './signatures.ts';
export type * from './store/contract.ts';
export { type MemoryStoreOptions, memoryStore } from './store/memory.ts';
export { StoreError, type StoreErrorCode } from './store/storeError.ts';
