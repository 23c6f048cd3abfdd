import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { Vault } from '../vault/vault.ts';
import { customerText } from './customerText.ts';
import { type FrameAncestorsRule, frameAncestors } from './frameAncestors.ts';
import type { HostedPayment, PageTheme, PaymentMethod, SavedCard } from './hostedPageService.ts';

const THEMES: readonly PageTheme[] = ['classic', 'paper'];

/** `Configuration.Profile` (S132); a name that the page does not have reads as the first. */
export function themeOf({ configuration }: Transaction): PageTheme {
  const name = configuration.Profile?.toLowerCase();
  return THEMES.find((theme) => theme === name) ?? 'classic';
}

export interface HostedPaymentContext {
  profile: GatewayProfile;
  vault: Vault;
  merchantName: string;
  /** In the order shown. */
  methods: readonly PaymentMethod[];
  frameAncestors: FrameAncestorsRule;
}

/** What the page shows of a transaction. */
export function hostedPayment(
  transaction: Transaction,
  context: HostedPaymentContext,
  expiresInMs: number,
): HostedPayment {
  const { profile } = context;
  const { configuration, customer } = transaction;
  return {
    token: transaction.token,
    merchantName: context.merchantName,
    orderReference: transaction.orderReference,
    amount: transaction.amount,
    currency: transaction.currency,
    language: transaction.language,
    theme: themeOf(transaction),
    holderName: customer.name,
    holderNameEditable: isOn(configuration.CardHolderNameEdit, profile.wire.configuration.cardHolderNameEdit),
    savedCards: isOn(configuration.ShowSavedCards, profile.wire.configuration.showSavedCards)
      ? savedCards(customer.clientAccount, context.vault)
      : [],
    methods: context.methods,
    expiresInMs,
    test: transaction.test,
    frameAncestors: frameAncestors(transaction, context.frameAncestors),
    problem: transaction.errorMessage === null ? null : customerText(transaction.errorMessage),
  };
}

/** A switch of `Configuration` is on unless it says no (S133, S134, G20). */
function isOn(word: string | undefined, [no]: readonly [no: string, yes: string]): boolean {
  return word?.toLowerCase() !== no.toLowerCase();
}

/** One card, listed once, however often it was tokenised. */
function savedCards(clientAccount: string, vault: Vault): SavedCard[] {
  const byCard = new Map<string, SavedCard>();
  for (const { savedCardId, card } of vault.savedBy(clientAccount)) {
    if (byCard.has(card.fingerprint)) continue;
    const { maskedNumber, brand, expiry, holderName } = card;
    byCard.set(card.fingerprint, { id: savedCardId, maskedNumber, brand, expiry, holderName });
  }
  return [...byCard.values()];
}
