/*
 * What the hosted page may ask of the sandbox. The pages render what is here and know nothing of ledger, vault or clock.
 * Everything that a customer's browser sends is checked behind this wall, not in the page.
 */
import type { BankBehaviour } from '../cards/bankCards.ts';
import type { PaymentMethod } from '../ledger/transaction.ts';

export type { PaymentMethod };

/** Each in light and dark: the page's own colours, and those of one brand. */
export type PageTheme = 'classic' | 'paper';

/** What the shop chose of the page's colours, beside its theme. */
export interface PageColours {
  /** Absent: as the browser prefers. */
  scheme?: 'light' | 'dark';
  /** `#rrggbb`, in small letters. Absent: the theme's own. */
  accent?: string;
}

export interface SavedCard {
  /** Opaque to the page; never the card token itself. */
  id: string;
  /** First six and last four digits. */
  maskedNumber: string;
  brand: string;
  /** `MM/YYYY`. */
  expiry: string;
  holderName: string;
}

/** A hosted page that may still be paid, or that awaits its result. */
export interface HostedPayment {
  token: string;
  merchantName: string;
  orderReference: string;
  /** Decimal string. */
  amount: string;
  currency: string;
  /** Two letters; one the page has no texts for reads as `en`. */
  language: string;
  theme: PageTheme;
  colours?: PageColours;
  holderName: string;
  holderNameEditable: boolean;
  savedCards: readonly SavedCard[];
  methods: readonly PaymentMethod[];
  /** Origin of a page around this one that may type and press in it by message. */
  driver?: string | undefined;
  /** Milliseconds until the address dies. */
  expiresInMs: number;
  test: boolean;
  /** Origins that may frame this page: the value of `frame-ancestors`. */
  frameAncestors: readonly string[];
  /** The acquirer's text after a refused try, shown above the form; the customer may try again. */
  problem: string | null;
}

/** The way back to the shop. */
export interface Leaving {
  redirectTo: string;
  /** What the customer pays with later, at a counter. */
  voucher?: { number: string; endsAt: number; language: string; theme: PageTheme; colours?: PageColours };
}

export type OpenResult =
  | { kind: 'payable'; payment: HostedPayment }
  /** Paid, failed or cancelled already: send the customer on. */
  | ({ kind: 'settled' } & Leaving)
  | {
      kind: 'expired';
      language: string;
      theme: PageTheme;
      colours?: PageColours;
      frameAncestors: readonly string[];
    }
  | { kind: 'unknown' };

export interface TypedCard {
  holderName: string;
  number: string;
  expMonth: string;
  expYear: string;
  securityCode: string;
}

/** What the customer chose on the page. */
export type PageChoice =
  | { method: 'card'; card: TypedCard }
  /** `null`: the saved card was pressed itself, and no code was asked for. */
  | { method: 'savedCard'; savedCardId: string; securityCode: string | null }
  | { method: 'bank'; bank: string }
  | { method: 'wallet' }
  | { method: 'voucher' };

export type FieldProblem = { field: 'holderName' | 'number' | 'expiry' | 'securityCode'; code: string };

export type PageStep =
  /** Leave the page: paid, failed for good, or pending (voucher). */
  | ({ kind: 'leave' } & Leaving)
  /** 3DS, the bank's own page, or the wallet's approval. */
  | { kind: 'approve'; approval: Approval }
  /** Refused by the acquirer; the page is shown again with the text. */
  | { kind: 'refused'; message: string }
  /** The form is wrong; nothing was sent to the acquirer. */
  | { kind: 'invalid'; problems: readonly FieldProblem[] }
  | { kind: 'expired' }
  | { kind: 'unknown' };

/** A step in which somebody else than the merchant asks the customer. */
export interface Approval {
  id: string;
  kind: '3ds' | 'bank' | 'wallet';
  /** Issuer, bank or wallet by name. */
  party: string;
  merchantName: string;
  amount: string;
  currency: string;
  maskedNumber: string | null;
  language: string;
  theme: PageTheme;
  colours?: PageColours;
  frameAncestors: readonly string[];
  /** As a hosted page's. */
  driver?: string | undefined;
  /** A bank redirect leaves the page: its own window, colours of its own. */
  leavesPage: boolean;
  /** 3-D Secure on a page of the bank's own, and what that does; nothing where the hosted page asks. */
  bank?: BankBehaviour | null;
}

export interface HostedPageService {
  open(token: string): OpenResult;
  choose(token: string, choice: PageChoice): Promise<PageStep>;
  cancel(token: string): Promise<PageStep>;
  approval(id: string): Approval | null;
  /** `abandon`: the customer goes away without an answer. */
  answer(id: string, answer: 'approve' | 'decline' | 'abandon'): Promise<PageStep>;
}
