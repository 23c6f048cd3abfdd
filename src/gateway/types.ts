import type { Amount } from '../protocol/gateway/money.ts';
import type { CardToTokenise, GatewayProfile, TokenRecord } from '../protocol/gateway/profile.ts';
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
  /** ISO 3166 alpha-3 (S129e); alpha-2 is translated. */
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
  /** The gateway's word, `PENDING` on creation (S135d). */
  status: string;
  uniqueReference: string;
  orderReference: string;
  /** As sent: decimal string. */
  amount: string;
  /** Milliseconds that the address lives, counted from the moment the request was sent. */
  expiresInMs: number;
  raw: unknown;
}

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
    /** Reads without checking the signature: good for a nudge only. @throws NotificationError `notification_invalid`. */
    parseUnverified(notification: IncomingNotification): PaymentNotification;
    /** Headers and body as the gateway would send them; for tests. */
    sign(payload: Record<string, unknown>): Promise<{ body: string; headers: Record<string, string> }>;
  };
}

export type IncomingNotification =
  | Request
  | {
      /** The raw body, never a parsed object. */
      body: string | Uint8Array;
      headers: Headers | Record<string, string | string[] | undefined>;
      /** Where the profile sends notifications as a query (N23). */
      url?: string;
    };

export type { CardToTokenise, TokenRecord };
