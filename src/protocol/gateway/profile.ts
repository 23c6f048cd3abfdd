import type { SignatureScheme, SignedMessage } from './signature.ts';
import type { PaymentNotification, TransactionState, TransactionStatus } from './transaction.ts';
import type { TransactionReference } from './wire.ts';

/*
 * Every wire detail that the interface document leaves open, as one value that client, handler and sandbox share.
 * Each member names the open point (N…, G…) that it settles. Data where data will do, a function only where it must.
 */

/** The wire's open points, settled. Made with `defineProfile`; given to client, handler and sandbox alike. */
export interface GatewayProfile {
  readonly endpoints: EndpointRules;
  /** N14: headers that carry the credentials. Default: Basic of `clientId:clientSecret`. */
  readonly auth: (credentials: Credentials) => Record<string, string>;
  readonly signature: SignatureRules;
  readonly wire: WireRules;
  readonly status: StatusRules;
  readonly tokens: TokenRules;
  readonly payouts: PayoutRules;
  readonly notification: NotificationRules;
  readonly redirect: RedirectRules;
  readonly errors: ErrorRules;
  readonly limits: LimitRules;
}

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
}

export type Operation = 'execute' | 'retrieve' | 'tokenise' | 'getToken' | 'deleteToken' | 'createHpp';

/** N8, N13: `capture` is unset, since the interface document does not show it. */
export type EndpointRules = Readonly<Record<Operation, Endpoint>> & { readonly capture?: Endpoint };

export interface SignatureRules {
  /** N15: the header that carries the signature. */
  readonly header: string;
  /** N16: how it is computed; a check computes it again and compares in constant time. */
  readonly sign: SignatureScheme;
  /** N17: what a request without a body signs; default its query as a flat object, nothing as the empty string. */
  readonly input: (query: Readonly<Record<string, string>>) => SignedMessage;
  /** Whether the gateway's answers must carry a signature, may, or are not checked (the sandbox then signs none). */
  readonly responses: 'ifPresent' | 'require' | 'ignore';
}

/** Where payments begin: the hosted page (`createHpp`) or direct connect (`execute`). */
export type PaymentEndpoint = 'createHpp' | 'execute';

export type CountryForm = 'alpha-2' | 'alpha-3' | 'asGiven';

export interface WireRules {
  /** N1: how field names of answers and notifications are matched. */
  readonly readCase: 'insensitive' | 'exact';
  /** N1: which spellings of request fields the sandbox takes. */
  readonly acceptCase: 'listed' | 'any';
  /** N27: headers sent with every call, beside `User-Agent`. */
  readonly headers: Readonly<Record<string, string>>;
  /** G6, G7: spelling of the `Client` names that the document shows in two forms. */
  readonly clientCase: 'lower' | 'pascal';
  /** G8: `CvV2`, `CardNumber` and `ExpYear` as strings or numbers. */
  readonly numbersAs: 'string' | 'number';
  /**
   * G9: the amount on the wire, from a decimal string. It may differ by endpoint, as the document has it: the hosted page
   * takes a decimal string, direct connect a number as well.
   *
   * @example amount: (amount, endpoint) => (endpoint === 'execute' ? Number(amount) : amount)
   */
  readonly amount: (amount: string, endpoint: PaymentEndpoint) => string | number;
  /**
   * G24: how a customer's country is written, by endpoint. Two and three letters (ISO 3166) are turned into the form asked
   * for; what is no country's code, and `asGiven`, goes out as it came. The document has three letters for the hosted page and
   * just a text for direct connect.
   */
  readonly country: Readonly<Record<PaymentEndpoint, CountryForm>>;
  /** G11: `bankAccept` in either form. */
  readonly accept: (value: unknown) => boolean;
  /** G20: the words for the two switches of `Configuration`. */
  readonly configuration: {
    readonly showSavedCards: readonly [no: string, yes: string];
    readonly cardHolderNameEdit: readonly [no: string, yes: string];
  };
}

/** What a reader of the profile's own returns; `raw` is added, and `unreadable` where it is left out. */
export type Parsed<T extends { raw: unknown; unreadable: readonly string[] }> = Omit<
  T,
  'raw' | 'unreadable'
> &
  Partial<Pick<T, 'unreadable'>>;

export interface StatusRules {
  /** N10: the status endpoint's query. */
  readonly query: (reference: TransactionReference) => Record<string, string>;
  /** N6: reads its answer; default: the notification's fields. */
  readonly parse?: (json: unknown) => Parsed<TransactionStatus>;
  /** G1: upper-cased status words; a word that is not here leaves the session pending. */
  readonly vocabulary: Readonly<Record<string, TransactionState>>;
  /** N7: which states may follow which; `processed` wins over every earlier state. */
  readonly machine: Readonly<Record<TransactionState, readonly TransactionState[]>>;
}

/** What is linked to a card token; never the card number (S152). */
export interface TokenRecord {
  cardToken: string;
  /** Masked. */
  cardNumber: string | null;
  cardHolderName: string | null;
  cardExpiry: string | null;
  cardType: string | null;
  clientAccount: string | null;
}

/** A card to be kept behind a token, without a payment (S150). */
export interface CardToTokenise {
  cardHolderName: string;
  cardNumber: string;
  expMonth: string;
  expYear: string;
  clientAccount?: string;
}

export interface TokenRules {
  /** N11: the body that creates a token, and where its answer holds it. */
  readonly buildCreate: (card: CardToTokenise) => Record<string, unknown>;
  readonly parseCreate: (json: unknown) => string | null;
  /** N3: reads the record of a token. */
  readonly parseRecord: (json: unknown) => TokenRecord;
  /** N12: where a deletion carries the token, and under which name. */
  readonly deleteCarrier: 'query' | 'body' | 'path';
  readonly deleteName: string;
}

export interface PayoutRules {
  /** N9: builds the body of a payout to an alternative payment method; unset: refused, since the document shows none. */
  readonly apm?: (input: unknown) => Record<string, unknown>;
}

export interface NotificationRules {
  /** N18: unit of `SentDateTime`; `auto` takes 10^11 and more for milliseconds. */
  readonly timeUnit: 'auto' | 's' | 'ms';
  /** N21: seconds to wait before each delivery attempt. */
  readonly schedule: readonly number[];
  /** N22: what counts as the merchant's acknowledgement, how long the gateway waits, what our handler answers. */
  readonly isAcknowledged: (status: number, body: string) => boolean;
  readonly timeoutMs: number;
  readonly ackBody: string;
  /** N23: verb and form of the delivery. */
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly encode: 'json' | 'form' | 'query';
  /** N24: the notification's own scheme and header; unset: as requests. */
  readonly signature?: Pick<SignatureRules, 'header' | 'sign'>;
  /** G2: failures are notified too. */
  readonly onFailure: boolean;
  /** G3: results of direct connect without 3DS are notified too. */
  readonly forDirectConnect: boolean;
  /** G17: an address that dies unused is notified too. */
  readonly onExpiry: boolean;
  /** G4: whether `UDF` comes back. */
  readonly udf: 'include' | 'omit';
  /** G15: reads `CardExpiry`. */
  readonly parseExpiry: (text: string) => { month: number; year: number } | null;
  /** Replaces the reader of a notification's whole body. Of a status answer it is `status.parse` (N6). */
  readonly parse?: (json: unknown) => Parsed<PaymentNotification>;
}

/** What the sandbox knows when it sends the customer back. */
export interface RedirectContext {
  pspId: string;
  orderReference: string;
  status: string;
}

export interface RedirectRules {
  /** S141: milliseconds that the hosted page's address lives. */
  readonly lifetimeMs: number;
  /** G5: the query added to the redirect addresses, before its signature; for the customer's journey only. */
  readonly query: (context: RedirectContext) => Record<string, string>;
  /** G5: the name under which the query's signature is added; `null` adds none. */
  readonly signatureName: string | null;
  /**
   * G23: whether a payment that was declined ends its page. `false`: the same address may be paid again until it expires, so
   * a decline is final only then, and no other page of the order may be opened before.
   */
  readonly declineEndsPage: boolean;
  /**
   * G25: whether the handler may ask for the headers (`HEAD`) of a page that can still be paid, to learn whether it may be framed.
   * A page may be good for one visit only, or bound to its first visitor. `'test'`: in test mode, two seconds after the address was
   * handed out; in live mode only addresses that are over are looked at. `'always'`: at once, in both; the operator says it is
   * harmless. `'never'`: nothing is
   * looked at, and no session says anything of framing.
   */
  readonly headLivePage: 'test' | 'always' | 'never';
}

export interface ErrorRules {
  /** N19: HTTP statuses of failures. */
  readonly status: Readonly<Record<ErrorCode, number>>;
  /** N20: the catalogue; the sandbox sends `CODE: text`. */
  readonly catalogue: Readonly<Record<ErrorCode, string>>;
  /** N20: finds the code in `errorMessage`. */
  readonly parseCode: (message: string) => string | null;
  /** G12: whether a processed request means a refused payment. */
  readonly isDecline: (answer: { isSuccess: boolean; accepted: boolean; state: TransactionState }) => boolean;
}

/** N20: the sandbox's catalogue. Declines are business results (200); the rest are refused requests. */
export type ErrorCode =
  | 'INVALID_JSON'
  | 'INVALID_FIELD'
  | 'MISSING_FIELD'
  | 'UNKNOWN_FIELD'
  | 'UNSUPPORTED'
  | 'AUTHENTICATION_FAILED'
  | 'SIGNATURE_INVALID'
  | 'PCI_LEVEL_REQUIRED'
  | 'NOT_FOUND'
  | 'TOKEN_NOT_FOUND'
  | 'REFERENCE_REUSED'
  | 'BODY_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'LIVE_NOT_ALLOWED'
  | 'LIVE_CARD_REFUSED'
  | 'MIT_NOT_APPROVED'
  | 'INSUFFICIENT_MID_BALANCE'
  | 'ACQUIRER_WITHOUT_PAYOUTS'
  | 'DECLINED'
  | 'INSUFFICIENT_FUNDS'
  | 'CARD_EXPIRED'
  | 'SECURITY_CODE_WRONG'
  | 'AUTHENTICATION_3DS_FAILED'
  | 'ACQUIRER_UNAVAILABLE'
  | 'INTERNAL_ERROR';

/** What a rule may look at beside the text. */
export interface RuleContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Money moves: `IsTest` is `false`. */
  readonly live: boolean;
}

/** A rule for one field's text: what was expected, in words, and the test; or `false` to turn it off. */
export type TextRule =
  | { readonly expected: string; readonly test: (text: string, context: RuleContext) => boolean }
  | false;

/** The variants of a request, as the interface document's table has them, and the hosted page's. */
export type Variant =
  | 'cardPayment'
  | 'tokenPayment'
  | 'payoutByPspId'
  | 'payoutByToken'
  | 'payoutByCard'
  | 'hostedPage';

export interface LimitRules {
  /** N26: shape of single fields, by wire name; names in `fields.ts`. */
  readonly fields: Readonly<Record<string, TextRule>>;
  /** N26: decimals that differ from ISO 4217. */
  readonly decimals: Readonly<Record<string, number>>;
  /** N2: fields that must be there, by variant. */
  readonly required: Readonly<Record<Variant, readonly string[]>>;
  /** N5: languages the page has; another one falls back to the first. */
  readonly languages: readonly string[];
  /** N5: further customer fields that a route demands. */
  readonly extraClientFields: readonly string[];
  /** N26: most pairs in `UDF`. */
  readonly udfPairs: number;
  /** N26: bytes of a request's body. */
  readonly bodyBytes: number;
  /** G21: a `UniqueReference` seen before: same answer, refused, or a new transaction. */
  readonly replay: 'replay' | 'reject' | 'allow';
  /** N25: requests allowed in a window; `null` for no limit. */
  readonly rate: { readonly requests: number; readonly perMs: number } | null;
}
