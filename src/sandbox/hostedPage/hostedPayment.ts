import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { Vault } from '../vault/vault.ts';
import { customerText } from './customerText.ts';
import { type FrameAncestorsRule, frameAncestors } from './frameAncestors.ts';
import type { HostedPayment, PageColours, PageTheme, PaymentMethod, SavedCard } from './hostedPageService.ts';
import type { PageOrder } from './pageOrder.ts';

const THEMES: readonly PageTheme[] = ['classic', 'paper'];

/**
 * `Configuration.Profile` (S132), a profile's name: a theme, `light` or `dark`, and a brand's colour, each where it is
 * given, such as `paper dark #6d3fd1`. A word that the page does not know says nothing.
 */
export function themeOf(transaction: Transaction): PageTheme {
  const words = profileWords(transaction);
  return THEMES.find((theme) => words.includes(theme)) ?? 'classic';
}

export function coloursOf(transaction: Transaction): PageColours {
  const words = profileWords(transaction);
  const scheme = (['light', 'dark'] as const).find((each) => words.includes(each));
  const accent = words.find((word) => /^#[0-9a-f]{6}$/.test(word));
  return { ...(scheme && { scheme }), ...(accent && { accent }) };
}

function profileWords({ configuration }: Transaction): readonly string[] {
  return (configuration.Profile ?? '').toLowerCase().split(/[\s,;_-]+/);
}

export interface HostedPaymentContext {
  profile: GatewayProfile;
  vault: Vault;
  merchantName: (order: PageOrder) => string;
  pageDriver: (order: PageOrder) => string | undefined;
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
    merchantName: context.merchantName(transaction),
    driver: context.pageDriver(transaction),
    orderReference: transaction.orderReference,
    amount: transaction.amount,
    currency: transaction.currency,
    language: transaction.language,
    theme: themeOf(transaction),
    colours: coloursOf(transaction),
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
