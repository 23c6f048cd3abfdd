import { StoreError } from './storeError.ts';

/** A timer of more than this rings at once (T74). */
const LONGEST_MS = 2_147_483_647;

/** @throws StoreError `config_invalid` for what no timer can wait. */
export function assertTimeout(timeoutMs: number): void {
  if (Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= LONGEST_MS) return;
  throw new StoreError(
    'config_invalid',
    `timeoutMs: expected whole milliseconds from 1 to ${LONGEST_MS}, got ${String(timeoutMs)}.`,
  );
}
