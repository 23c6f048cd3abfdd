import type {
  CallOptions,
  CardPayoutRequest,
  PaymentOutcome,
  PayoutOutcome,
  TokenPayoutRequest,
  TransactionPayoutRequest,
} from '../types.ts';
import type { ApmPayout } from './apmPayout.ts';
import { checkInput } from './checkInput.ts';
import type { DirectConnect } from './directConnect.ts';
import type { PciGate } from './pciGate.ts';
import { withDefaults } from './withDefaults.ts';

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

const TYPE = 'ORIGINALCREDIT';

export function payouts(execute: DirectConnect, gate: PciGate, toApm: ApmPayout): Payouts {
  async function pay(
    variant: Parameters<DirectConnect>[0],
    payout: object,
    defaults: Readonly<Record<string, Record<string, string>>>,
    options: CallOptions | undefined,
  ): Promise<PayoutOutcome> {
    checkInput(payout, TYPE);
    const input: Record<string, unknown> = { ...payout };
    for (const [name, value] of Object.entries(defaults)) input[name] = withDefaults(input[name], value);
    return withoutRedirect(await execute(variant, TYPE, input, options));
  }
  return {
    toTransaction: (payout, options) => pay('payoutByPspId', payout, {}, options),
    toToken: (payout, options) =>
      pay('payoutByToken', payout, { paymentDestination: { paymentMethod: 'CardToken' } }, options),
    async toCard(payout, options) {
      gate(TYPE);
      return pay('payoutByCard', payout, { paymentCredentials: { paymentSource: 'Card' } }, options);
    },
    toApm: async (payout, options) => withoutRedirect(await toApm(payout, options)),
  };
}

/** A payout asks nothing of the customer; an address all the same leaves it pending until the gateway reports more. */
function withoutRedirect(outcome: PaymentOutcome): PayoutOutcome {
  if (outcome.kind !== 'redirect') return outcome;
  const { redirectUrl: _redirectUrl, ...rest } = outcome;
  return { ...rest, kind: 'pending' };
}
