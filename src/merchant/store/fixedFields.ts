import type { SessionRecord } from './contract.ts';
import { StoreError } from './storeError.ts';

const FIXED = [
  'id',
  'orderReference',
  'uniqueReference',
  'amount',
  'currency',
  'transactionType',
  'test',
  'createdAt',
  'notifySecretHash',
  'correlationId',
  'order',
] as const satisfies readonly (keyof SessionRecord)[];

/** What a payment is compared with never changes after creation. Throws `invalid_change` naming the field. */
export function assertFixedFields(stored: SessionRecord, next: SessionRecord): void {
  for (const field of FIXED) {
    if (stored[field] !== next[field]) {
      throw new StoreError(
        'invalid_change',
        `Session ${stored.id}: "${field}" is fixed at creation and cannot change. Create a new session instead.`,
      );
    }
  }
}
