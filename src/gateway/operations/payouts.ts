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
 * Payouts to cards (`ORIGINALCREDIT`, S8). Unlike a refund, a payout may be for any amount that the balance of the merchant
 * account covers (S10, S145); it asks nothing of the customer, and cannot be cancelled (S144). Some acquirers offer none.
 *
 * `amount` is a decimal string (`'10.00'`) or minor units (`1000n`), `currency` the ISO 4217 code. A refused payout is an
 * outcome (`kind: 'declined'`), no error. A payout is never sent twice by itself (T11). Each of these calls throws:
 *
 * - `ValidationError` for input that breaks a rule of the profile; nothing was sent.
 * - `HttpError`, by its classes, when the gateway refuses the request itself.
 * - `OutcomeUnknownError` when money may have moved: ask with its `recover()` before anything else.
 * - `ConnectionError`, `TimeoutError` or `AbortedError` when it was provably not accepted.
 */
export interface Payouts {
  /**
   * To the card of an earlier transaction, named by the gateway's number of it: `pspId` (S114).
   * @throws as every payout: see `Payouts`
   */
  toTransaction(payout: TransactionPayoutRequest, options?: CallOptions): Promise<PayoutOutcome>;
  /**
   * To the card behind a card token: `paymentDestination: { cardToken }` (S115).
   * @throws as every payout: see `Payouts`
   */
  toToken(payout: TokenPayoutRequest, options?: CallOptions): Promise<PayoutOutcome>;
  /**
   * To full card details, `paymentCredentials`; for merchants with SAQ D certification (S116).
   * @throws PciLevelError without `pciLevel: 'saq-d'`; nothing was sent. Else as every payout: see `Payouts`
   */
  toCard(payout: CardPayoutRequest, options?: CallOptions): Promise<PayoutOutcome>;
  /**
   * To an alternative payment method (S12). The interface document names it and shows no request, so the profile's `payouts.apm`
   * builds one from `payout`, in the shape that your operator gave you (S148, N9).
   * @throws ConfigurationError when the profile has no `payouts.apm`; nothing was sent. Else as every payout: see `Payouts`
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
