import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { Leaving } from './hostedPageService.ts';

/** The customer goes back to the shop. */
export type Leave = { kind: 'leave' } & Leaving;

/** How long a page may be paid (S141, G23). */
export interface PageLife {
  /** The transaction while the customer may still choose how to pay; else why not. */
  payable(token: string): Transaction | Leave | { kind: 'expired' } | { kind: 'unknown' };
  /** Pending, or declined on a page that a decline does not end (G23). */
  awaitsPayment(transaction: Transaction): boolean;
  diesAt(transaction: Transaction): number;
}

export interface PageLifeContext {
  profile: GatewayProfile;
  ledger: Ledger;
  now: () => number;
  leave: (transaction: Transaction) => Leave;
}

export function pageLife({ profile, ledger, now, leave }: PageLifeContext): PageLife {
  const { redirect, status } = profile;

  function awaitsPayment({ channel, state }: Transaction): boolean {
    if (state === 'pending') return true;
    const declined = channel === 'page' && (state === 'declined' || state === 'failed');
    return declined && !redirect.declineEndsPage && status.machine[state].includes('processed');
  }

  const diesAt = (transaction: Transaction) => transaction.createdAt + redirect.lifetimeMs;

  return {
    awaitsPayment,
    diesAt,
    payable(token) {
      const transaction = ledger.byToken(token);
      if (transaction === undefined || transaction.channel !== 'page') return { kind: 'unknown' };
      if (transaction.state === 'expired') return { kind: 'expired' };
      if (!awaitsPayment(transaction) || transaction.method === 'voucher') return leave(transaction);
      // An approval elsewhere outlives the address; the address itself does not (S141).
      if (now() < diesAt(transaction)) return transaction;
      return transaction.state === 'pending' ? { kind: 'expired' } : leave(transaction);
    },
  };
}
