import type { Amount } from '../protocol/gateway/money.ts';
import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import type { PaymentNotification, TransactionStatus } from '../protocol/gateway/transaction.ts';
import type { TransactionReference } from '../protocol/gateway/wire.ts';

/** A secret, or a function that fetches it late (for runtimes that have no secrets at start). */
export type Secret = string | (() => string | Promise<string>);

/** The customer, in our spelling; sent in the spelling of the endpoint (S67–S78, S129). */
export interface Client {
  email?: string;
  clientAccount?: string;
  firstName?: string;
  lastName?: string;
  /** ISO 3166, two or three letters; sent in the form of the profile's `wire.country` (G24, S129e). */
  country?: string;
  mobileNo?: string;
  street?: string;
  city?: string;
  zipCode?: string;
  state?: string;
  /** `YYYY-MM-DD`. */
  dateOfBirth?: string;
  ipAddress?: string;
  /** Further fields that some acquirers and payment methods ask for (S130), sent as they are. */
  extra?: Record<string, string>;
}

/** Page customisation (S132–S134); further string keys pass through (N4). */
export interface HppConfiguration {
  profile?: string;
  cardHolderNameEdit?: boolean;
  showSavedCards?: boolean;
  extra?: Record<string, string>;
}

/** A hosted page session to create. */
export interface HppRequest {
  /** Default `'PURC'`. */
  transactionType?: 'PURC' | 'AUTH';
  amount: Amount;
  currency: string;
  orderReference: string;
  /** Default: a new UUID. */
  uniqueReference?: string;
  redirectionUrl: string;
  /** Default: `redirectionUrl` (S138). */
  failRedirectionUrl?: string;
  callBackUrl: string;
  language?: string;
  client?: Client;
  udf?: Record<string, string>;
  configuration?: HppConfiguration;
}

/** A hosted page session. */
export interface HppSession {
  pspId: string;
  /** Names this redirect; no card token (S135b). */
  token: string;
  redirectUrl: string;
  /** The gateway's own status, `PENDING` on creation (S135d). */
  status: string;
  uniqueReference: string;
  orderReference: string;
  /** As sent: decimal string. */
  amount: string;
  /** Milliseconds that the address lives, counted from the moment the request was sent. */
  expiresInMs: number;
  raw: unknown;
}

/** Bounds and headers of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** For this try; default the gateway's. */
  timeoutMs?: number;
  /** For all tries together. */
  deadlineMs?: number;
  headers?: Record<string, string>;
}

/** The part of the client that the checkout handler uses. `createGateway` returns more. */
export interface CheckoutGateway {
  readonly profile: GatewayProfile;
  /** Whether this client marks its transactions as tests (S24). */
  readonly test: boolean;
  readonly hpp: { create(request: HppRequest, options?: CallOptions): Promise<HppSession> };
  readonly transactions: {
    retrieve(reference: TransactionReference, options?: CallOptions): Promise<TransactionStatus>;
  };
  readonly notifications: {
    /**
     * Checks the signature over the raw body and reads the notification.
     * @throws NotificationError `raw_body_required`, `signature_missing`, `signature_mismatch`, `notification_invalid`.
     */
    verify(notification: IncomingNotification): Promise<PaymentNotification>;
    /** Reads without checking the signature: good for nothing but to cause a status call. @throws NotificationError `notification_invalid`. */
    parseUnverified(notification: IncomingNotification): PaymentNotification;
    /** Headers and body as the gateway would send them; for tests. */
    sign(payload: Record<string, unknown>): Promise<{ body: string; headers: Record<string, string> }>;
  };
}

/** A notification as it arrived: a `Request`, or its raw body and headers. */
export type IncomingNotification =
  | Request
  | {
      /** The raw body, never a parsed object. */
      body: string | Uint8Array;
      headers: Headers | Record<string, string | string[] | undefined>;
      /** Where the profile sends notifications as a query (N23). */
      url?: string;
    };

/** Full card details (S57–S66); only with `pciLevel: 'saq-d'`. */
export interface PaymentCredentials {
  cardNumber: string;
  cvv2?: string;
  /** Two digits: `'01'`. */
  expMonth: string;
  /** Four digits. */
  expYear: string;
  cardHolderName: string;
  cardType?: string;
  /** Default `'Card'`. */
  paymentSource?: string;
}

/** The acquirer to use, and the kind of payment (S47–S49). */
export interface Routing {
  forcePayment?: string;
  forceBank?: string;
}

/** Needed for 3DS (S79–S86). */
export interface BrowserDetails {
  userAgent?: string;
  javaEnabled?: boolean;
  screenColorDepth?: string;
  screenWidth?: string;
  screenHeight?: string;
  timeZone?: string;
  acceptHeader?: string;
  browserLanguage?: string;
}

/** The result of a 3DS authentication that the merchant ran before (S87–S89): all texts, carried unchanged. */
export interface ThreeDSecureAuthentication {
  eci?: string;
  xid?: string;
  dsTransactionId?: string;
  acsTransID?: string;
  challengeIndicator?: string;
  transStatus?: string;
  threeDSecureFlow?: string;
  cavv?: string;
  threeDVersion?: string;
}

/** What every direct connect request carries (S117). */
interface DirectConnectRequest {
  amount: Amount;
  currency: string;
  orderReference: string;
  /** Default: a new UUID. */
  uniqueReference?: string;
  redirectionUrl: string;
  callBackUrl: string;
  routing?: Routing;
  client?: Client;
  udf?: Record<string, string>;
}

interface PaymentRequest extends DirectConnectRequest {
  failRedirectionUrl?: string;
  language?: string;
  ipAddress?: string;
  browserDetails?: BrowserDetails;
}

/** A payment with full card details (S112). `Routing.ForcePayment` is `CARDS` unless given. */
export interface CardPaymentRequest extends PaymentRequest {
  paymentCredentials: PaymentCredentials;
  card?: never;
}

/** A payment with a card token (S113). */
export interface TokenPaymentRequest extends PaymentRequest {
  card: { cardToken: string; cvv2?: string };
  threeDSecureAuthentication?: ThreeDSecureAuthentication;
  paymentCredentials?: never;
}

/** A payout to the card of an earlier transaction (S114). */
export interface TransactionPayoutRequest extends DirectConnectRequest {
  pspId: string;
}

/** A payout to a card token (S115). */
export interface TokenPayoutRequest extends DirectConnectRequest {
  paymentDestination: { cardToken: string /** Default `'CardToken'`. */; paymentMethod?: string };
}

/** A payout to full card details (S116). */
export interface CardPayoutRequest extends DirectConnectRequest {
  paymentCredentials: PaymentCredentials;
}

interface OutcomeBase {
  uniqueReference: string;
  orderReference: string;
  /** The answer as received, redacted. */
  raw: unknown;
}

/** What became of a payment. A refused payment is data, not an error. */
export type PaymentOutcome =
  | (OutcomeBase & { kind: 'processed'; pspId: string; cardToken: string | null })
  /** The customer must be sent to `redirectUrl` (3DS); the result comes by notification (S92). */
  | (OutcomeBase & { kind: 'redirect'; pspId: string; redirectUrl: string })
  /** No result yet and nothing to do: wait for the notification, or poll. */
  | (OutcomeBase & { kind: 'pending'; pspId: string })
  | (OutcomeBase & {
      kind: 'declined';
      pspId: string | null;
      message: string | null;
      gatewayCode: string | null;
    })
  /** A status that the profile's vocabulary lacks: ask the status endpoint. */
  | (OutcomeBase & { kind: 'unknown'; pspId: string | null; status: string });

/** What became of a payout. It asks nothing of the customer (S11) and cannot be cancelled (S144). */
export type PayoutOutcome = Exclude<PaymentOutcome, { kind: 'redirect' }>;
