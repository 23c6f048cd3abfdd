import type { TransactionState } from '../../protocol/gateway/transaction.ts';

/** How the customer pays. */
export type PaymentMethod = 'card' | 'bank' | 'wallet' | 'voucher';

/** The customer's details that later steps need; the rest of `Client` is checked and forgotten. */
export interface Customer {
  email: string;
  clientAccount: string;
  name: string;
}

/** What is shown of the card that was used. */
export interface UsedCard {
  maskedNumber: string;
  brand: string;
  expiry: string;
  holderName: string;
  country: string;
}

/** Leaves out what only the vault may know of a card. */
export function usedCard({ maskedNumber, brand, expiry, holderName, country }: UsedCard): UsedCard {
  return { maskedNumber, brand, expiry, holderName, country };
}

/** A transaction, as the ledger keeps it. Replaced as a whole with every change; `pspId` is its identity. */
export interface Transaction {
  readonly pspId: number;
  readonly kind: 'payment' | 'payout';
  readonly type: 'AUTH' | 'PURC' | 'ORIGINALCREDIT';
  readonly channel: 'page' | 'direct';
  /** `TransactionToken`; for the hosted page also the token in its address (G13). */
  readonly token: string;
  readonly orderReference: string;
  readonly uniqueReference: string;
  /** Decimal string with the currency's decimals. */
  readonly amount: string;
  readonly currency: string;
  readonly test: boolean;
  readonly redirectionUrl: string;
  readonly failRedirectionUrl: string;
  readonly callBackUrl: string;
  readonly language: string;
  readonly customer: Customer;
  readonly udf: Readonly<Record<string, unknown>> | null;
  readonly configuration: Readonly<Record<string, string>>;
  /** Address of this sandbox as the merchant reached it, for redirects back to its own pages. */
  readonly base: string;

  readonly state: TransactionState;
  readonly createdAt: number;
  readonly changedAt: number;
  /** When time alone ends it: the address dies, the approval or the voucher runs out, the authorisation lapses. */
  readonly endsAt: number | null;
  readonly method: PaymentMethod | null;
  readonly card: UsedCard | null;
  readonly cardToken: string | null;
  /** Card details were typed (S169). */
  readonly cardInput: boolean;
  readonly is3ds: boolean;
  readonly authCode: string | null;
  readonly acquirer: string;
  /** The acquirer's last text, `CODE: text`. */
  readonly errorMessage: string | null;
  /** Refused tries on the hosted page. */
  readonly refusals: number;
  /** The customer is being asked elsewhere: 3DS, bank or wallet. */
  readonly approvalId: string | null;
  /** The issuer holds money for it; released when an authorisation lapses (S147). */
  readonly fundsHeld: boolean;
}
