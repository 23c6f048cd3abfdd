import type { Amount } from '../protocol/gateway/money.ts';

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
  /** `'PURC'` takes the money at once, `'AUTH'` sets it aside. Default `'PURC'`. */
  transactionType?: 'PURC' | 'AUTH';
  /** `'49.90'`, or minor units `4990n`. Never a number: it would be rounded. */
  amount: Amount;
  /** ISO 4217, in capitals: `'EUR'`. */
  currency: string;
  /** Your own name of the purchase, for reconciliation; best unique. */
  orderReference: string;
  /** Names this try to pay. Default: a new UUID. */
  uniqueReference?: string;
  /** Where the customer comes back to. An absolute address. */
  redirectionUrl: string;
  /** Where the customer comes back to after a failure. Default: `redirectionUrl` (S138). */
  failRedirectionUrl?: string;
  /** Where the notification goes: an absolute address that the gateway reaches. */
  callBackUrl: string;
  /** Of the page; two letters: `'de'`. */
  language?: string;
  /** The customer. Some acquirers and payment methods ask for certain fields of it. */
  client?: Client;
  /** Your own data, which comes back with the notification. No secrets. */
  udf?: Record<string, string>;
  /** How the page looks. */
  configuration?: HppConfiguration;
}

/** A hosted page session. */
export interface HppSession {
  /** The gateway's number of the transaction. */
  pspId: string;
  /** Names this redirect; no card token (S135b). */
  token: string;
  /** The page: send the customer there, or show it in a frame. */
  redirectUrl: string;
  /** The gateway's own status, `PENDING` on creation (S135d). */
  status: string;
  uniqueReference: string;
  orderReference: string;
  /** As sent: decimal string. */
  amount: string;
  /** Milliseconds that the address lives, counted from the moment the request was sent. */
  expiresInMs: number;
  /** The answer as received, redacted. */
  raw: unknown;
}

/** Bounds and headers of one call. */
export interface CallOptions {
  /** Ends the call. What moves money and may have been accepted by then ends in `OutcomeUnknownError`. */
  signal?: AbortSignal;
  /** For each try, in milliseconds; default the gateway's `timeoutMs`. */
  timeoutMs?: number;
  /** For all tries together, in milliseconds; default the gateway's `deadlineMs`. */
  deadlineMs?: number;
  /** Sent with this call, beside the client's own. */
  headers?: Record<string, string>;
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
  /** `'49.90'`, or minor units `4990n`. Never a number: it would be rounded. */
  amount: Amount;
  /** ISO 4217, in capitals: `'EUR'`. */
  currency: string;
  /** Your own name of the transaction, for reconciliation; best unique. */
  orderReference: string;
  /** Names this request. Default: a new UUID. */
  uniqueReference?: string;
  /** Where the customer comes back to. An absolute address. */
  redirectionUrl: string;
  /** Where the notification goes: an absolute address that the gateway reaches. */
  callBackUrl: string;
  routing?: Routing;
  client?: Client;
  /** Your own data, which comes back with the notification. No secrets. */
  udf?: Record<string, string>;
}

interface PaymentRequest extends DirectConnectRequest {
  /** Where the customer comes back to after a failure. */
  failRedirectionUrl?: string;
  /** Of the 3-D Secure pages; two letters: `'de'`. */
  language?: string;
  /** The customer's. */
  ipAddress?: string;
  /** The customer's browser; 3-D Secure needs it. */
  browserDetails?: BrowserDetails;
}

/** A payment with full card details (S112). `Routing.ForcePayment` is `CARDS` unless given. */
export interface CardPaymentRequest extends PaymentRequest {
  paymentCredentials: PaymentCredentials;
  card?: never;
}

/** A payment with a card token (S113). */
export interface TokenPaymentRequest extends PaymentRequest {
  /** The token, and the security code where the customer typed it again. */
  card: { cardToken: string; cvv2?: string };
  threeDSecureAuthentication?: ThreeDSecureAuthentication;
  paymentCredentials?: never;
}

/** A payout to the card of an earlier transaction (S114). */
export interface TransactionPayoutRequest extends DirectConnectRequest {
  /** The gateway's number of the earlier transaction. */
  pspId: string;
}

/** A payout to a card token (S115). */
export interface TokenPayoutRequest extends DirectConnectRequest {
  /** `paymentMethod` is `'CardToken'` unless given. */
  paymentDestination: { cardToken: string; paymentMethod?: string };
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
