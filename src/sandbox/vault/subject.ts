import type { VaultEntry } from './vault.ts';

/** What an event may contain of a token: never the token itself. */
export function subjectOfToken({ card, clientAccount }: VaultEntry): Record<string, unknown> {
  return { maskedNumber: card.maskedNumber, brand: card.brand, clientAccount };
}
