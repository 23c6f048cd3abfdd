import type { ApmPayout } from './apmPayout.ts';
import type { DirectConnect } from './directConnect.ts';
import type { PciGate } from './pciGate.ts';
import type {
  CallOptions,
  CardPayoutRequest,
  PaymentOutcome,
  PayoutOutcome,
  TokenPayoutRequest,
  TransactionPayoutRequest,
} from './types.ts';

/**
 * Payouts to cards (`ORIGINALCREDIT`, S8): any amount that the merchant account holds (S10, S145), never to be taken back
 * (S144). They are never repeated by themselves; find out with `OutcomeUnknownError.recover()` (T11).
 */
export interface Payouts {
  /** To the card of an earlier transaction (S114). */
  toTransaction(payout: TransactionPayoutRequest, options?: CallOptions): Promise<PayoutOutcome>;
  /** To a card token (S115). */
  toToken(payout: TokenPayoutRequest, options?: CallOptions): Promise<PayoutOutcome>;
  /** To full card details; only with `pciLevel: 'saq-d'` (S116). */
  toCard(payout: CardPayoutRequest, options?: CallOptions): Promise<PayoutOutcome>;
  /**
   * To an alternative payment method (S12). The document shows no request for it: refused unless the profile's
   * `payouts.apm` builds one (S148, N9).
   */
  toApm(payout: unknown, options?: CallOptions): Promise<PayoutOutcome>;
}

export function payouts(execute: DirectConnect, gate: PciGate, toApm: ApmPayout): Payouts {
  const pay = async (...args: Parameters<DirectConnect>) => withoutRedirect(await execute(...args));
  return {
    toTransaction: (payout, options) => pay('payoutByPspId', 'ORIGINALCREDIT', payout, options),
    toToken: ({ paymentDestination, ...payout }, options) =>
      pay(
        'payoutByToken',
        'ORIGINALCREDIT',
        { ...payout, paymentDestination: { paymentMethod: 'CardToken', ...paymentDestination } },
        options,
      ),
    async toCard({ paymentCredentials, ...payout }, options) {
      gate('ORIGINALCREDIT');
      return pay(
        'payoutByCard',
        'ORIGINALCREDIT',
        { ...payout, paymentCredentials: { paymentSource: 'Card', ...paymentCredentials } },
        options,
      );
    },
    toApm: async (payout, options) => withoutRedirect(await toApm(payout, options)),
  };
}

/** A payout asks nothing of the customer; an address all the same leaves it pending until the gateway says more. */
function withoutRedirect(outcome: PaymentOutcome): PayoutOutcome {
  if (outcome.kind !== 'redirect') return outcome;
  const { redirectUrl: _redirectUrl, ...rest } = outcome;
  return { ...rest, kind: 'pending' };
}
