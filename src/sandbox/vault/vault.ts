import { createHmac } from 'node:crypto';
import type { FullCard, KnownCard } from '../cards/card.ts';
import { cardBrand } from '../cards/cardBrand.ts';
import { cardCountry } from '../cards/cardCountry.ts';
import type { CardBehaviour } from '../cards/testCards.ts';
import type { Ids } from '../ids.ts';
import type { SandboxStore } from '../store/store.ts';

/** A card token and all that hangs on it. */
export interface VaultEntry {
  cardToken: string;
  card: KnownCard;
  /** Empty when the token belongs to no client account (S105). */
  clientAccount: string;
  /** Names the saved card to the hosted page, which never sees the token. */
  savedCardId: string;
  createdAt: number;
}

export interface Vault {
  /** What may be kept of a card; see `KnownCard`. */
  know(card: FullCard, behaviour: CardBehaviour): KnownCard;
  /** A new token, unrelated to the number and to earlier tokens of the same card (S103, S104, S150). */
  tokenise(card: KnownCard, clientAccount: string): VaultEntry;
  /** The token that earlier payments of this card and client account carried, or a new one (S184). */
  tokenOf(card: KnownCard, clientAccount: string): VaultEntry;
  get(cardToken: string): VaultEntry | undefined;
  /** Newest first; none for an empty account. */
  savedBy(clientAccount: string): readonly VaultEntry[];
  list(): readonly VaultEntry[];
  /** Deletes the token and the card's details with it (S154). `false` when there is none. */
  delete(cardToken: string): boolean;
}

/** @param key Secret of the fingerprints; never stored. */
export function createVault(
  store: SandboxStore,
  options: { ids: Ids; now: () => number; mask: (number: string) => string; key: string },
): Vault {
  const entries = store.table<VaultEntry>('tokens');
  const find = (test: (entry: VaultEntry) => boolean) => entries.values().filter(test).reverse();

  function tokenise(card: KnownCard, clientAccount: string): VaultEntry {
    const entry: VaultEntry = {
      cardToken: options.ids.cardToken(),
      card,
      clientAccount,
      savedCardId: options.ids.record(),
      createdAt: options.now(),
    };
    entries.put(entry.cardToken, entry);
    return entry;
  }

  return {
    know: (card, behaviour) => ({
      maskedNumber: options.mask(card.number),
      brand: cardBrand(card.number),
      expiry: `${card.expMonth}/${card.expYear}`,
      holderName: card.holderName,
      country: cardCountry(card.number),
      fingerprint: createHmac('sha256', options.key).update(`card:${card.number}`).digest('base64url'),
      behaviour,
    }),
    tokenise,
    tokenOf: (card, clientAccount) =>
      find(
        (entry) =>
          entry.card.fingerprint === card.fingerprint &&
          entry.card.expiry === card.expiry &&
          entry.clientAccount === clientAccount,
      )[0] ?? tokenise(card, clientAccount),
    get: (cardToken) => entries.get(cardToken),
    savedBy: (clientAccount) =>
      clientAccount === '' ? [] : find((entry) => entry.clientAccount === clientAccount),
    list: () => entries.values(),
    delete(cardToken) {
      if (entries.get(cardToken) === undefined) return false;
      entries.delete(cardToken);
      return true;
    },
  };
}
