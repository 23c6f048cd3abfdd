import { LONGEST_TIMER_MS } from '../../help/longestTimer.ts';
import { StoreError } from './storeError.ts';

/** @throws StoreError `config_invalid` for what no timer can wait. */
export function assertTimeout(timeoutMs: number): void {
  if (Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= LONGEST_TIMER_MS) return;
  throw new StoreError(
    'config_invalid',
    `timeoutMs: expected whole milliseconds from 1 to ${LONGEST_TIMER_MS}, got ${String(timeoutMs)}.`,
  );
}
