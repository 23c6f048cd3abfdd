/** A transaction's state in our own terms; `unknown` for a status that the profile's vocabulary lacks (G1). */
export type TransactionState =
  | 'pending'
  | 'processed'
  | 'declined'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'lapsed'
  | 'unknown';

/** Month and year of a card's expiry, from `MM/YYYY`, `MM/YY` or `M/YY` (G15). */
export interface CardExpiry {
  month: number;
  year: number;
}

/**
 * What notification and status answer both say of a transaction beside its references and its sum (S165–S183). The number
 * is masked by the gateway and masked again here; the token is the only way to charge the card again.
 */
export interface BaseDetails {
  state: TransactionState;
  /** The gateway's own status, as sent. */
  status: string;
  transactionToken: string | null;
  authCode: string | null;
  /** `true` for a typed card, `false` for a token (S169). */
  cardInput: boolean | null;
  cardNumber: string | null;
  cardExpiry: CardExpiry | null;
  cardHolderName: string | null;
  cardCountry: string | null;
  cardType: string | null;
  cardToken: string | null;
  acquirer: string | null;
  email: string | null;
  clientAccount: string | null;
  is3ds: boolean | null;
  /** Only where the gateway sends one; compared when it does (T3). */
  isTest: boolean | null;
  udf: Record<string, unknown> | null;
}

/** A transaction, whole: which one it is, and what was paid. */
export interface TransactionDetails extends BaseDetails {
  pspId: string;
  orderReference: string;
  uniqueReference: string;
  /** Decimal string. */
  amount: string;
  currency: string;
}

/** A transaction as far as an answer describes it; the rest is `null`. */
export interface PartialDetails extends BaseDetails {
  pspId: string | null;
  orderReference: string | null;
  uniqueReference: string | null;
  /** Decimal string. */
  amount: string | null;
  currency: string | null;
}

/**
 * The answer of the status endpoint. The interface document promises none of its fields, so any but the status may be
 * `null` (N6). An answer without the sum is no proof of what was paid.
 */
export interface TransactionStatus extends PartialDetails {
  errorMessage: string | null;
  /** As of a notification. */
  unreadable: readonly string[];
  /** The answer as received, redacted. */
  raw: unknown;
}

/** A payment notification. */
export interface PaymentNotification extends TransactionDetails {
  attemptNumber: number | null;
  sentAt: Date | null;
  /**
   * Fields that were there but had no plain meaning, in the document's spelling (`SentDateTime`): they read as `null`. Only
   * fields that settle no money are read so leniently; a wrong amount or reference is an error.
   */
  unreadable: readonly string[];
  raw: unknown;
}
