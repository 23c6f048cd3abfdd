import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { TestCard } from '../cards/testCards.ts';
import { errorText } from '../errorText.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Transaction } from '../ledger/transaction.ts';
import {
  type Instrument,
  NO_CARD,
  type PaymentProcessor,
  type PendingApproval,
  type TryResult,
} from '../payment/paymentProcessor.ts';
import type { Vault } from '../vault/vault.ts';
import { customerText } from './customerText.ts';
import type { Approval, PageChoice, PageStep } from './hostedPageService.ts';
import type { Leave } from './pageLife.ts';
import { typedCard } from './typedCard.ts';

/** How long a voucher can be paid at the counter. */
const VOUCHER_MS = 3 * 86_400_000;

/** The customer's tries to pay. */
export interface PaymentTries {
  choose(transaction: Transaction, choice: PageChoice): PageStep;
  /** The step that follows from what the payment processor answered. */
  stepAfter(transaction: Transaction, result: TryResult): PageStep;
}

export interface PaymentTriesContext {
  profile: GatewayProfile;
  ledger: Ledger;
  vault: Vault;
  paymentProcessor: PaymentProcessor;
  now: () => number;
  /** Refused tries after which the transaction is declined. */
  maxTries: number;
  /** The operator's own. */
  testCards: readonly TestCard[];
  diesAt: (transaction: Transaction) => number;
  leave: (transaction: Transaction) => Leave;
  showApproval: (transaction: Transaction, approval: PendingApproval) => Approval;
}

export function paymentTries(context: PaymentTriesContext): PaymentTries {
  const { profile, ledger, vault, paymentProcessor, now, diesAt, leave } = context;

  const tryCard = (transaction: Transaction, instrument: Instrument) =>
    stepAfter(transaction, paymentProcessor.tryCard(transaction, instrument, 'none'));

  function choose(transaction: Transaction, choice: PageChoice): PageStep {
    switch (choice.method) {
      case 'card': {
        const card = typedCard(choice.card, context);
        return 'problems' in card ? { kind: 'invalid', problems: card.problems } : tryCard(transaction, card);
      }
      case 'savedCard': {
        const { savedCardId, securityCode } = choice;
        const saved = vault
          .savedBy(transaction.customer.clientAccount)
          .find((entry) => entry.savedCardId === savedCardId);
        if (saved === undefined) return { kind: 'invalid', problems: [{ field: 'number', code: 'missing' }] };
        if (securityCode !== null && !/^\d{3,4}$/.test(securityCode)) {
          const code = securityCode === '' ? 'missing' : 'wrong';
          return { kind: 'invalid', problems: [{ field: 'securityCode', code }] };
        }
        return tryCard(transaction, { card: saved.card, cardToken: saved.cardToken, securityCode });
      }
      case 'bank': {
        const bank = choice.bank.slice(0, 60) || 'Bank';
        return stepAfter(transaction, paymentProcessor.ask(transaction, 'bank', bank));
      }
      case 'wallet':
        return stepAfter(transaction, paymentProcessor.ask(transaction, 'wallet', 'Pocket Wallet'));
      case 'voucher': {
        const endsAt = now() + VOUCHER_MS;
        return leave(ledger.note(transaction, { ...NO_CARD, method: 'voucher', approvalId: null, endsAt }));
      }
    }
  }

  function stepAfter(transaction: Transaction, result: TryResult): PageStep {
    if (result.kind === 'approval') {
      return { kind: 'approve', approval: context.showApproval(result.transaction, result.approval) };
    }
    if (result.kind !== 'refused') return leave(result.transaction);
    const { refusal, details } = result;
    const refusals = transaction.refusals + 1;
    const endsAt = diesAt(transaction);
    const mayRetry = transaction.channel === 'page' && refusals < context.maxTries && now() < endsAt;
    if (!mayRetry) return leave(paymentProcessor.refuse(transaction, refusal, { ...details, refusals }));
    const errorMessage = errorText(profile, refusal.code);
    ledger.note(transaction, { ...details, refusals, errorMessage, approvalId: null, endsAt });
    return { kind: 'refused', message: customerText(errorMessage) };
  }

  return { choose, stepAfter };
}
