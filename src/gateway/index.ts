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
export type { CheckoutGateway } from './checkoutGateway.ts';
export { createGateway, type Gateway } from './createGateway.ts';
export * from './errors/answerErrors.ts';
export * from './errors/connectionErrors.ts';
export { type ErrorContext, GatewayError } from './errors/gatewayError.ts';
export * from './errors/notificationErrors.ts';
export * from './errors/requestErrors.ts';
export * from './errors/setupErrors.ts';
export { type GatewayFromEnvOptions, gatewayFromEnv } from './gatewayFromEnv.ts';
export type * from './hooks.ts';
export type { Transport, TransportRequest, TransportResponse } from './http/transport.ts';
export type { Notifications } from './notifications/notifications.ts';
export type { Cards } from './operations/cards.ts';
export type { Hpp } from './operations/hpp.ts';
export type { Payments } from './operations/payments.ts';
export type { Payouts } from './operations/payouts.ts';
export type { RawRequest, SendRaw } from './operations/rawRequest.ts';
export type { Transactions } from './operations/transactions.ts';
export type { GatewayOptions } from './options.ts';
export type { GatewayRuntime } from './runtime.ts';
export { signatures } from './signatures.ts';
export type { GatewayTracer } from './tracing.ts';
export type {
  BrowserDetails,
  CallOptions,
  CardPaymentRequest,
  CardPayoutRequest,
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
} from './types.ts';
