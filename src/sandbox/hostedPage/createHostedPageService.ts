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
import type { SandboxStore } from '../store/store.ts';
import { customerText } from './customerText.ts';
import { frameAncestors } from './frameAncestors.ts';
import type {
  Approval,
  HostedPageService,
  Leaving,
  OpenResult,
  PageChoice,
  PageStep,
} from './hostedPageService.ts';
import { type HostedPaymentContext, hostedPayment, themeOf } from './hostedPayment.ts';
import { typedCard } from './typedCard.ts';

export interface HostedPageContext extends HostedPaymentContext {
  store: SandboxStore;
  ledger: Ledger;
  paymentProcessor: PaymentProcessor;
  now: () => number;
  /** Where the customer goes with the transaction as it stands. */
  redirectTo: (transaction: Transaction) => string;
  /** Refused tries after which the transaction is declined. */
  maxTries: number;
  /** The operator's own. */
  testCards: readonly TestCard[];
}

/**
 * What a customer may do with a transaction that was created for the page (S13, S136–S142).
 * A refused try leaves the page payable until the address dies or the tries are used up; then the transaction is declined, and
 * the profile says whether its page may be paid all the same until the address dies (G23).
 */
export function createHostedPageService(context: HostedPageContext): HostedPageService {
  const { profile, store, ledger, vault, paymentProcessor, now } = context;

  const leave = (transaction: Transaction): { kind: 'leave' } & Leaving => ({
    kind: 'leave',
    redirectTo: context.redirectTo(transaction),
  });

  /** The transaction while the customer may still choose how to pay. */
  function payable(token: string): Transaction | Exclude<PageStep, { kind: 'approve' }> {
    const transaction = ledger.byToken(token);
    if (transaction === undefined || transaction.channel !== 'page') return { kind: 'unknown' };
    if (transaction.state === 'expired') return { kind: 'expired' };
    if (!awaitsPayment(transaction) || transaction.method === 'voucher') return leave(transaction);
    // An approval elsewhere outlives the address; the address itself does not (S141).
    if (now() < diesAt(transaction)) return transaction;
    return transaction.state === 'pending' ? { kind: 'expired' } : leave(transaction);
  }

  /** Pending, or declined on a page that a decline does not end (G23). */
  function awaitsPayment({ channel, state }: Transaction): boolean {
    if (state === 'pending') return true;
    const declined = channel === 'page' && (state === 'declined' || state === 'failed');
    const { redirect, status } = profile;
    return declined && !redirect.declineEndsPage && status.machine[state].includes('processed');
  }

  function diesAt(transaction: Transaction): number {
    return transaction.createdAt + profile.redirect.lifetimeMs;
  }

  function open(token: string): OpenResult {
    const transaction = payable(token);
    if ('pspId' in transaction) {
      return {
        kind: 'payable',
        payment: hostedPayment(transaction, context, diesAt(transaction) - now()),
      };
    }
    if (transaction.kind === 'leave') return { ...transaction, kind: 'settled' };
    const known = ledger.byToken(token);
    if (transaction.kind === 'unknown' || known === undefined) return { kind: 'unknown' };
    return {
      kind: 'expired',
      language: known.language,
      theme: themeOf(known),
      frameAncestors: frameAncestors(known, context.frameAncestors),
    };
  }

  function choose(transaction: Transaction, choice: PageChoice): PageStep {
    switch (choice.method) {
      case 'card': {
        const card = typedCard(choice.card, context);
        if ('problems' in card) return { kind: 'invalid', problems: card.problems };
        return tryCard(transaction, card);
      }
      case 'savedCard': {
        const saved = vault
          .savedBy(transaction.customer.clientAccount)
          .find((entry) => entry.savedCardId === choice.savedCardId);
        if (saved === undefined) return { kind: 'invalid', problems: [{ field: 'number', code: 'missing' }] };
        if (!/^\d{3,4}$/.test(choice.securityCode)) {
          const code = choice.securityCode === '' ? 'missing' : 'wrong';
          return { kind: 'invalid', problems: [{ field: 'securityCode', code }] };
        }
        const { card, cardToken } = saved;
        return tryCard(transaction, { card, cardToken, securityCode: choice.securityCode });
      }
      case 'bank':
        return follow(
          transaction,
          paymentProcessor.ask(transaction, 'bank', choice.bank.slice(0, 60) || 'Bank'),
        );
      case 'wallet':
        return follow(transaction, paymentProcessor.ask(transaction, 'wallet', 'Pocket Wallet'));
      case 'voucher':
        return leave(
          ledger.note(transaction, {
            ...NO_CARD,
            method: 'voucher',
            approvalId: null,
            endsAt: now() + VOUCHER_MS,
          }),
        );
    }
  }

  function tryCard(transaction: Transaction, instrument: Instrument): PageStep {
    return follow(transaction, paymentProcessor.tryCard(transaction, instrument, 'none'));
  }

  function follow(transaction: Transaction, result: TryResult): PageStep {
    if (result.kind === 'approval')
      return { kind: 'approve', approval: approvalView(result.transaction, result.approval) };
    if (result.kind !== 'refused') return leave(result.transaction);
    const refusals = transaction.refusals + 1;
    const mayRetry =
      transaction.channel === 'page' && refusals < context.maxTries && now() < diesAt(transaction);
    if (!mayRetry)
      return leave(paymentProcessor.refuse(transaction, result.refusal, { ...result.details, refusals }));
    const errorMessage = errorText(profile, result.refusal.code);
    ledger.note(transaction, {
      ...result.details,
      refusals,
      errorMessage,
      approvalId: null,
      endsAt: diesAt(transaction),
    });
    return { kind: 'refused', message: customerText(errorMessage) };
  }

  /** The approval and its transaction, while the answer still counts. */
  function openApproval(id: string): { transaction: Transaction; approval: PendingApproval } | null {
    const approval = paymentProcessor.approval(id);
    const transaction = approval === undefined ? undefined : ledger.get(approval.pspId);
    if (
      approval === undefined ||
      transaction === undefined ||
      !awaitsPayment(transaction) ||
      transaction.approvalId !== id
    )
      return null;
    return { transaction, approval };
  }

  /** Answered before, or overtaken by another try: the customer goes where the transaction stands. */
  function tooLate(id: string): PageStep {
    const transaction = ledger.get(paymentProcessor.approval(id)?.pspId ?? -1);
    if (transaction === undefined) return { kind: 'unknown' };
    if (transaction.channel === 'direct' || !awaitsPayment(transaction)) return leave(transaction);
    return { kind: 'refused', message: customerText(transaction.errorMessage ?? '') };
  }

  function approvalView(transaction: Transaction, { id, kind, party, card }: PendingApproval): Approval {
    return {
      id,
      kind,
      party,
      merchantName: context.merchantName,
      amount: transaction.amount,
      currency: transaction.currency,
      maskedNumber: card?.maskedNumber ?? null,
      language: transaction.language,
      theme: themeOf(transaction),
      frameAncestors: frameAncestors(transaction, context.frameAncestors),
      leavesPage: kind === 'bank',
    };
  }

  return {
    open,
    choose: async (token, choice) =>
      store.atomically(() => {
        const transaction = payable(token);
        return 'pspId' in transaction ? choose(transaction, choice) : transaction;
      }),
    cancel: async (token) =>
      store.atomically(() => {
        const transaction = payable(token);
        return 'pspId' in transaction ? leave(ledger.move(transaction, 'cancelled')) : transaction;
      }),
    approval(id) {
      const found = openApproval(id);
      return found === null ? null : approvalView(found.transaction, found.approval);
    },
    answer: async (id, answer) =>
      store.atomically(() => {
        const found = openApproval(id);
        if (found === null) return tooLate(id);
        // Gone without an answer: nothing is known until the approval runs out.
        if (answer === 'abandon') return leave(found.transaction);
        return follow(
          found.transaction,
          paymentProcessor.resolve(found.transaction, found.approval, answer === 'approve'),
        );
      }),
  };
}

/** How long a voucher can be paid at the counter. */
const VOUCHER_MS = 3 * 86_400_000;
