import type { Transaction } from '../ledger/transaction.ts';
import type { SandboxParts } from '../parts.ts';
import {
  type Instrument,
  NO_CARD,
  type PendingApproval,
  type TryResult,
} from '../payment/paymentProcessor.ts';
import { customerText } from './customerText.ts';
import { frameAncestors } from './frameAncestors.ts';
import type { Approval, Leaving, OpenResult, PageChoice, PageDesk, PageStep } from './hostedPageService.ts';
import { hostedPayment, lookOf } from './hostedPayment.ts';
import { typedCard } from './typedCard.ts';

/**
 * The hosted page's desk: what a customer may do with a transaction that was created for the page (S13, S136–S142).
 * A refused try leaves the page payable until the address dies or the tries are used up; then the transaction is declined, and
 * the profile says whether its page may be paid all the same until the address dies (G23).
 *
 * @param redirectTo Where the customer goes with the transaction as it stands.
 */
export function createDesk(context: SandboxParts, redirectTo: (line: Transaction) => string): PageDesk {
  const { ledger, cashier, vault, clock, settings, store } = context;

  const leave = (line: Transaction): { kind: 'leave' } & Leaving => ({
    kind: 'leave',
    redirectTo: redirectTo(line),
    ...(asksToBeTold(line, settings.postMessage)
      ? { tellParent: frameAncestors(line, settings.frameAncestors) }
      : {}),
  });

  /** The transaction while the customer may still choose how to pay. */
  function payable(token: string): Transaction | Exclude<PageStep, { kind: 'approve' }> {
    const line = ledger.byToken(token);
    if (line === undefined || line.channel !== 'page') return { kind: 'unknown' };
    if (line.state === 'expired') return { kind: 'expired' };
    if (!awaitsPayment(line) || line.method === 'voucher') return leave(line);
    // An approval elsewhere outlives the address; the address itself does not (S141).
    if (clock.now() < diesAt(line)) return line;
    return line.state === 'pending' ? { kind: 'expired' } : leave(line);
  }

  /** Pending, or declined on a page that a decline does not end (G23). */
  function awaitsPayment({ channel, state }: Transaction): boolean {
    if (state === 'pending') return true;
    const declined = channel === 'page' && (state === 'declined' || state === 'failed');
    const { redirect, status } = context.profile;
    return declined && !redirect.declineEndsPage && status.machine[state].includes('processed');
  }

  function diesAt(line: Transaction): number {
    return line.createdAt + context.profile.redirect.lifetimeMs;
  }

  function open(token: string): OpenResult {
    const line = payable(token);
    if ('pspId' in line) {
      return { kind: 'payable', payment: hostedPayment(line, context, diesAt(line) - clock.now()) };
    }
    if (line.kind === 'leave') return { ...line, kind: 'settled' };
    const known = ledger.byToken(token);
    if (line.kind === 'unknown' || known === undefined) return { kind: 'unknown' };
    return {
      kind: 'expired',
      language: known.language,
      look: lookOf(known),
      frameAncestors: frameAncestors(known, settings.frameAncestors),
    };
  }

  function choose(line: Transaction, choice: PageChoice): PageStep {
    switch (choice.method) {
      case 'card': {
        const card = typedCard(choice.card, context);
        if ('problems' in card) return { kind: 'invalid', problems: card.problems };
        return tryCard(line, card);
      }
      case 'savedCard': {
        const saved = vault
          .savedBy(line.customer.clientAccount)
          .find((entry) => entry.savedCardId === choice.savedCardId);
        if (saved === undefined) return { kind: 'invalid', problems: [{ field: 'number', code: 'missing' }] };
        if (!/^\d{3,4}$/.test(choice.securityCode)) {
          const code = choice.securityCode === '' ? 'missing' : 'wrong';
          return { kind: 'invalid', problems: [{ field: 'securityCode', code }] };
        }
        const { card, cardToken } = saved;
        return tryCard(line, { card, cardToken, securityCode: choice.securityCode });
      }
      case 'bank':
        return follow(line, cashier.ask(line, 'bank', choice.bank.slice(0, 60) || 'Bank'));
      case 'wallet':
        return follow(line, cashier.ask(line, 'wallet', 'Pocket Wallet'));
      case 'voucher':
        return leave(
          ledger.note(line, {
            ...NO_CARD,
            method: 'voucher',
            approvalId: null,
            endsAt: clock.now() + VOUCHER_MS,
          }),
        );
    }
  }

  function tryCard(line: Transaction, instrument: Instrument): PageStep {
    return follow(line, cashier.tryCard(line, instrument, 'none'));
  }

  function follow(line: Transaction, result: TryResult): PageStep {
    if (result.kind === 'approval')
      return { kind: 'approve', approval: approvalView(result.line, result.approval) };
    if (result.kind !== 'refused') return leave(result.line);
    const refusals = line.refusals + 1;
    const mayRetry = line.channel === 'page' && refusals < settings.maxTries && clock.now() < diesAt(line);
    if (!mayRetry) return leave(cashier.refuse(line, result.refusal, { ...result.details, refusals }));
    const errorMessage = context.errorText(result.refusal.code, result.refusal.text);
    ledger.note(line, { ...result.details, refusals, errorMessage, approvalId: null, endsAt: diesAt(line) });
    return { kind: 'refused', message: customerText(errorMessage) };
  }

  /** The approval and its transaction, while the answer still counts. */
  function openApproval(id: string): { line: Transaction; approval: PendingApproval } | null {
    const approval = cashier.approval(id);
    const line = approval === undefined ? undefined : ledger.get(approval.pspId);
    if (approval === undefined || line === undefined || !awaitsPayment(line) || line.approvalId !== id)
      return null;
    return { line, approval };
  }

  /** Answered before, or overtaken by another try: the customer goes where the transaction stands. */
  function tooLate(id: string): PageStep {
    const line = ledger.get(cashier.approval(id)?.pspId ?? -1);
    if (line === undefined) return { kind: 'unknown' };
    if (line.channel === 'direct' || !awaitsPayment(line)) return leave(line);
    return { kind: 'refused', message: customerText(line.errorMessage ?? '') };
  }

  function approvalView(line: Transaction, { id, kind, party, card }: PendingApproval): Approval {
    return {
      id,
      kind,
      party,
      merchantName: settings.merchantName,
      amount: line.amount,
      currency: line.currency,
      maskedNumber: card?.maskedNumber ?? null,
      language: line.language,
      look: lookOf(line),
      frameAncestors: frameAncestors(line, settings.frameAncestors),
      leavesPage: kind === 'bank',
    };
  }

  return {
    open,
    choose: async (token, choice) =>
      store.atomically(() => {
        const line = payable(token);
        return 'pspId' in line ? choose(line, choice) : line;
      }),
    cancel: async (token) =>
      store.atomically(() => {
        const line = payable(token);
        return 'pspId' in line ? leave(ledger.move(line, 'cancelled')) : line;
      }),
    approval(id) {
      const found = openApproval(id);
      return found === null ? null : approvalView(found.line, found.approval);
    },
    answer: async (id, answer) =>
      store.atomically(() => {
        const found = openApproval(id);
        if (found === null) return tooLate(id);
        // Gone without an answer: nothing is known until the approval runs out.
        if (answer === 'abandon') return leave(found.line);
        return follow(found.line, cashier.resolve(found.line, found.approval, answer === 'approve'));
      }),
  };
}

/** G22: the shop asks for it in `Configuration`, under the name that the options give. */
function asksToBeTold({ configuration }: Transaction, name: string | null): boolean {
  const word = name === null ? undefined : configuration[name];
  return word !== undefined && !['', '0', 'false'].includes(word.toLowerCase());
}

/** How long a voucher can be paid at the counter. */
const VOUCHER_MS = 3 * 86_400_000;
