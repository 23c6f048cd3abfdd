import type { ModeStore } from './modeStore.ts';
import { StoreError } from './storeError.ts';

/**
 * One merchant to a store: an order is known there by its reference and mode alone. A second merchant's order of the same reference
 * would get the first one's page, and its handler would poll payments with credentials that do not know them (T89).
 *
 * @param holder whose payments the store is to hold.
 * @throws StoreError `config_invalid`
 */
export async function assertHolder(store: Pick<ModeStore, 'claimFor'>, holder: string): Promise<void> {
  const held = await store.claimFor(holder);
  if (held === holder) return;
  throw new StoreError(
    'config_invalid',
    'This store holds the payments of another merchant: of another client id at the gateway, or another name in the option "merchant". ' +
      'Two merchants may use the same order reference, so give each a store of its own: another file, database or schema. Is it the ' +
      `same merchant with a new client id? Then say so: createCheckoutHandler({ …, merchant: '${held}' }).`,
  );
}
