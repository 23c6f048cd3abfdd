import { bankBehaviourOf } from '../cards/bankCards.ts';
import type { TestCard } from '../cards/testCards.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { PaymentProcessor, PendingApproval } from '../payment/paymentProcessor.ts';
import type { SandboxStore } from '../store/store.ts';
import { customerText } from './customerText.ts';
import { frameAncestors } from './frameAncestors.ts';
import type { Approval, HostedPageService, OpenResult, PageStep } from './hostedPageService.ts';
import { coloursOf, type HostedPaymentContext, hostedPayment, themeOf } from './hostedPayment.ts';
import { type Leave, pageLife } from './pageLife.ts';
import { paymentTries } from './paymentTries.ts';

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
  const { store, ledger, paymentProcessor, now } = context;
  const leave = (transaction: Transaction): Leave => ({
    kind: 'leave',
    redirectTo: context.redirectTo(transaction),
    ...voucherOf(transaction),
  });
  const { payable, awaitsPayment, diesAt } = pageLife({ ...context, leave });
  const { choose, stepAfter } = paymentTries({ ...context, diesAt, leave, showApproval });

  function open(token: string): OpenResult {
    const found = payable(token);
    if ('pspId' in found) {
      return { kind: 'payable', payment: hostedPayment(found, context, diesAt(found) - now()) };
    }
    if (found.kind === 'leave') return { ...found, kind: 'settled' };
    const known = ledger.byToken(token);
    if (found.kind === 'unknown' || known === undefined) return { kind: 'unknown' };
    return {
      kind: 'expired',
      language: known.language,
      theme: themeOf(known),
      colours: coloursOf(known),
      frameAncestors: frameAncestors(known, context.frameAncestors),
    };
  }

  /** The approval and its transaction, while the answer still counts. */
  function openApproval(id: string): { transaction: Transaction; approval: PendingApproval } | null {
    const approval = paymentProcessor.approval(id);
    const transaction = approval === undefined ? undefined : ledger.get(approval.pspId);
    if (approval === undefined || transaction === undefined) return null;
    return awaitsPayment(transaction) && transaction.approvalId === id ? { transaction, approval } : null;
  }

  /** Answered before, or overtaken by another try: the customer goes where the transaction stands. */
  function tooLate(id: string): PageStep {
    const transaction = ledger.get(paymentProcessor.approval(id)?.pspId ?? -1);
    if (transaction === undefined) return { kind: 'unknown' };
    if (transaction.channel === 'direct' || !awaitsPayment(transaction)) return leave(transaction);
    return { kind: 'refused', message: customerText(transaction.errorMessage ?? '') };
  }

  function showApproval(transaction: Transaction, { id, kind, party, card }: PendingApproval): Approval {
    return {
      id,
      kind,
      party,
      merchantName: context.merchantName(transaction),
      driver: context.pageDriver(transaction),
      amount: transaction.amount,
      currency: transaction.currency,
      maskedNumber: card?.maskedNumber ?? null,
      language: transaction.language,
      theme: themeOf(transaction),
      colours: coloursOf(transaction),
      frameAncestors: frameAncestors(transaction, context.frameAncestors),
      leavesPage: kind === 'bank',
      bank: bankBehaviourOf(card?.behaviour),
    };
  }

  return {
    open,
    choose: async (token, choice) =>
      store.atomically(() => {
        const found = payable(token);
        return 'pspId' in found ? choose(found, choice) : found;
      }),
    cancel: async (token) =>
      store.atomically(() => {
        const found = payable(token);
        return 'pspId' in found ? leave(ledger.move(found, 'cancelled')) : found;
      }),
    approval(id) {
      const found = openApproval(id);
      return found === null ? null : showApproval(found.transaction, found.approval);
    },
    answer: async (id, answer) =>
      store.atomically(() => {
        const found = openApproval(id);
        if (found === null) return tooLate(id);
        const { transaction, approval } = found;
        // Gone without an answer: nothing is known until the approval runs out.
        if (answer === 'abandon') return leave(transaction);
        return stepAfter(transaction, paymentProcessor.resolve(transaction, approval, answer === 'approve'));
      }),
  };
}

/** The number of a voucher that waits to be paid; it says the gateway's number of the payment. */
function voucherOf(transaction: Transaction): Pick<Leave, 'voucher'> {
  const { method, state, pspId, endsAt, language } = transaction;
  if (method !== 'voucher' || state !== 'pending' || endsAt === null) return {};
  const number = String(pspId).padStart(12, '7');
  const colours = coloursOf(transaction);
  return { voucher: { number, endsAt, language, theme: themeOf(transaction), colours } };
}
