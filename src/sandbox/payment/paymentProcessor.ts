import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { KnownCard } from '../cards/card.ts';
import type { SandboxClock } from '../clock/clock.ts';
import { errorText } from '../errorText.ts';
import type { Ids } from '../ids.ts';
import type { Details, Ledger } from '../ledger/ledger.ts';
import { type Transaction, usedCard } from '../ledger/transaction.ts';
import type { SandboxStore } from '../store/store.ts';
import type { Vault } from '../vault/vault.ts';
import { judge, judgeAfterChallenge, type Refusal } from './verdict.ts';

/** What a payment is tried with: a typed card, or one that the vault has under a token. */
export interface Instrument {
  card: KnownCard;
  securityCode: string | null;
  /** Of a token payment; a typed card gets its token once it has paid (S156, S184). */
  cardToken: string | null;
}

/** Why the issuer need not ask the customer: authenticated by the merchant's 3-D Secure, or not there (S89, S158). */
export type CardholderProof = '3ds' | 'merchantInitiated' | 'none';

/** The customer is asked elsewhere before the transaction goes on. */
export interface PendingApproval {
  id: string;
  pspId: number;
  kind: '3ds' | 'bank' | 'wallet';
  party: string;
  card: KnownCard | null;
  cardToken: string | null;
}

export type TryResult =
  | { kind: 'processed'; transaction: Transaction }
  | { kind: 'unknown'; transaction: Transaction }
  | { kind: 'approval'; transaction: Transaction; approval: PendingApproval }
  /** Nothing has been written: whether the refusal ends the transaction is for the caller to say. */
  | { kind: 'refused'; refusal: Refusal; details: Details };

export interface PaymentProcessor {
  tryCard(transaction: Transaction, instrument: Instrument, proof: CardholderProof): TryResult;
  /** Sends the customer to a bank or a wallet. */
  ask(transaction: Transaction, kind: 'bank' | 'wallet', party: string): TryResult;
  approval(id: string): PendingApproval | undefined;
  /** What follows when the customer approves or declines there. */
  resolve(transaction: Transaction, approval: PendingApproval, approved: boolean): TryResult;
  /** Forgets what waits for the customer's approval with this token: it can no longer be paid with (S154). */
  forgetCard(cardToken: string): void;
  /** The refusal of the issuer that a payout goes to; `null` when it takes the money. */
  judgePayout(card: KnownCard): Refusal | null;
  /** Ends a transaction with a refusal. */
  refuse(transaction: Transaction, refusal: Refusal, details?: Details): Transaction;
  /** Ends it well, with no card. */
  complete(transaction: Transaction, details?: Details): Transaction;
  /** Ends it well, with a card that gets a token unless it has one. */
  completeCard(
    transaction: Transaction,
    card: KnownCard,
    cardToken: string | null,
    is3ds: boolean,
  ): Transaction;
}

export interface PaymentProcessorOptions {
  store: SandboxStore;
  ledger: Ledger;
  vault: Vault;
  ids: Ids;
  clock: SandboxClock;
  profile: GatewayProfile;
  approvalMs: number;
  authorisationMs: number;
}

/** The one place where money is taken: hosted page, direct connect and triggers all come here. */
export function createPaymentProcessor(options: PaymentProcessorOptions): PaymentProcessor {
  const { store, ledger, vault, ids, clock, profile } = options;
  const approvals = store.table<PendingApproval>('approvals');

  function complete(transaction: Transaction, details: Details = {}): Transaction {
    return ledger.move(transaction, 'processed', {
      authCode: ids.authCode(),
      errorMessage: null,
      fundsHeld: transaction.type === 'AUTH',
      endsAt: transaction.type === 'AUTH' ? clock.now() + options.authorisationMs : null,
      ...details,
    });
  }

  function completeCard(
    transaction: Transaction,
    card: KnownCard,
    token: string | null,
    is3ds: boolean,
  ): Transaction {
    return store.atomically(() => {
      const cardToken = token ?? vault.tokenOf(card, transaction.customer.clientAccount).cardToken;
      return complete(transaction, { ...cardDetails(card, token), cardToken, is3ds });
    });
  }

  function ask(
    transaction: Transaction,
    approval: Omit<PendingApproval, 'id' | 'pspId'>,
    details: Details,
  ): TryResult {
    return store.atomically(() => {
      const pending = { ...approval, id: ids.hppToken(), pspId: transaction.pspId };
      approvals.put(pending.id, pending);
      const next = ledger.note(transaction, {
        ...details,
        approvalId: pending.id,
        endsAt: clock.now() + options.approvalMs,
      });
      return { kind: 'approval', transaction: next, approval: pending };
    });
  }

  return {
    tryCard(transaction, { card, securityCode, cardToken }, proof) {
      const withoutChallenge = proof !== 'none';
      const is3ds = proof === '3ds';
      const verdict = judge({ card, securityCode, now: clock.now(), withoutChallenge });
      const details = { ...cardDetails(card, cardToken), is3ds };
      switch (verdict.kind) {
        case 'approved':
          return { kind: 'processed', transaction: completeCard(transaction, card, cardToken, is3ds) };
        case 'challenge':
          return ask(transaction, { kind: '3ds', party: `${card.brand} issuer`, card, cardToken }, details);
        case 'unknown':
          return { kind: 'unknown', transaction: ledger.move(transaction, 'unknown', details) };
        case 'refused':
          return { kind: 'refused', refusal: verdict, details };
      }
    },
    ask: (transaction, kind, party) =>
      ask(transaction, { kind, party, card: null, cardToken: null }, { ...NO_CARD, method: kind }),
    approval: (id) => approvals.get(id),
    resolve(transaction, { kind, card, cardToken }, approved) {
      const details: Details = { is3ds: kind === '3ds', approvalId: null };
      if (!approved) {
        const code = kind === '3ds' ? 'AUTHENTICATION_3DS_FAILED' : 'DECLINED';
        return { kind: 'refused', refusal: { kind: 'refused', state: 'declined', code }, details };
      }
      if (card === null) return { kind: 'processed', transaction: complete(transaction) };
      const verdict = judgeAfterChallenge(card);
      if (verdict.kind === 'refused') return { kind: 'refused', refusal: verdict, details };
      return { kind: 'processed', transaction: completeCard(transaction, card, cardToken, true) };
    },
    judgePayout(card) {
      const verdict = judge({ card, securityCode: null, now: clock.now(), withoutChallenge: true });
      return verdict.kind === 'refused' ? verdict : null;
    },
    refuse(transaction, refusal, details = {}) {
      const errorMessage = errorText(profile, refusal.code);
      // A page that was declined and is declined again (G23) has no new state to report.
      return transaction.state === 'pending'
        ? ledger.move(transaction, refusal.state, { ...details, errorMessage })
        : ledger.note(transaction, { ...details, errorMessage, approvalId: null, endsAt: null });
    },
    complete,
    completeCard,
    forgetCard(cardToken) {
      const used = ledger.forgetCard(cardToken).map(({ pspId }) => pspId);
      for (const approval of approvals.values()) {
        if (approval.cardToken === cardToken || used.includes(approval.pspId)) approvals.delete(approval.id);
      }
    },
  };
}

/** What an earlier, refused try with a card left behind is undone by another method. */
export const NO_CARD = { card: null, cardToken: null, cardInput: false, is3ds: false } satisfies Details;

function cardDetails(card: KnownCard, cardToken: string | null): Details {
  return {
    method: 'card',
    card: usedCard(card),
    cardInput: cardToken === null,
    cardToken,
  };
}
