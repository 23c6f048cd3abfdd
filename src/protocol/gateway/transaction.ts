/** A transaction's state in our own words; `unknown` for a status word that the profile's vocabulary lacks (G1). */
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
 * What notification and status answer both say of a transaction (S165–S183), in one shape.
 * The number is masked by the gateway and masked again here; the token is the only way to charge the card again.
 */
export interface TransactionDetails {
  state: TransactionState;
  /** The gateway's own word, as sent. */
  status: string;
  pspId: string;
  orderReference: string;
  uniqueReference: string;
  transactionToken: string | null;
  /** Decimal string. */
  amount: string;
  currency: string;
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

/** The answer of the status endpoint. */
export interface TransactionStatus extends TransactionDetails {
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
