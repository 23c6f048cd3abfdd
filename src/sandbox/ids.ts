import { createHash, randomBytes } from 'node:crypto';
import type { Table } from './store/store.ts';

/** Makers of the identifiers that the sandbox hands out (G14). Each may be replaced; see `SandboxOptions.ids`. */
export interface IdMakers {
  /** Random and unrelated to the card (S103, S104). Default: a UUID. */
  cardToken(): string;
  /** Names one hosted page (S135b). Default: 32 hex digits. */
  hppToken(): string;
  /** `TransactionToken` of a direct connect transaction (G13). Default: 32 hex digits. */
  transactionToken(): string;
  /** Six digits. */
  authCode(): string;
}

export interface Ids extends IdMakers {
  /** Integers that rise by one (S90). */
  pspId(): number;
  /** For the sandbox's own records. */
  record(): string;
}

/** First id of a fresh sandbox: seven digits, so that it is no card number for a redactor. */
const FIRST_PSP_ID = 1_000_001;

/**
 * With a seed, the n-th id is a hash of seed and n, so that two runs of a test see the same ids; the count is stored, so that a
 * durable sandbox never hands one out twice. Without a seed they are random.
 */
export function createIds(seed: number | null, counters: Table<number>, makers: Partial<IdMakers> = {}): Ids {
  const next = (counter: string, first: number): number => {
    const value = counters.get(counter) ?? first;
    counters.put(counter, value + 1);
    return value;
  };
  const bytes = (length: number): Buffer =>
    seed === null
      ? randomBytes(length)
      : createHash('sha256')
          .update(`${seed}/${next('draws', 0)}`)
          .digest()
          .subarray(0, length);

  const hex = () => bytes(16).toString('hex');
  return {
    cardToken: () => uuid(bytes(16)),
    hppToken: hex,
    transactionToken: hex,
    authCode: () => String(bytes(4).readUInt32BE() % 1_000_000).padStart(6, '0'),
    ...makers,
    pspId: () => next('pspId', FIRST_PSP_ID),
    record: () => bytes(8).toString('hex'),
  };
}

function uuid(bytes: Buffer): string {
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
