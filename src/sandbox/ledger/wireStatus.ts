import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { TransactionState } from '../../protocol/gateway/transaction.ts';

const WORDS: Readonly<Record<TransactionState, string>> = {
  pending: 'PENDING',
  processed: 'Processed',
  declined: 'Declined',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  lapsed: 'Lapsed',
  unknown: 'Unknown',
};

/** The status that the gateway sends for a state: the usual one if the profile's vocabulary has it, else the vocabulary's own (G1). */
export function wireStatus(state: TransactionState, profile: Pick<GatewayProfile, 'status'>): string {
  const usual = WORDS[state];
  const { vocabulary } = profile.status;
  if (state === 'unknown' || vocabulary[usual.toUpperCase()] === state) return usual;
  return Object.keys(vocabulary).find((status) => vocabulary[status] === state) ?? usual;
}
