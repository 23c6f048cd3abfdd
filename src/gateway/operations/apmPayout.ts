import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { ConfigurationError } from '../errors/setupErrors.ts';
import type { CallOptions, PaymentOutcome } from '../types.ts';
import type { SendExecute } from './sendExecute.ts';
import type { WireRequestContext } from './wireRequest.ts';

export type ApmPayout = (payout: unknown, options?: CallOptions) => Promise<PaymentOutcome>;

/** A payout whose body the profile builds (N9); type, test mark and a reference are added where it leaves them out. */
export function apmPayout(
  execute: SendExecute,
  { payouts }: GatewayProfile,
  { test, uuid }: Pick<WireRequestContext, 'test' | 'uuid'>,
): ApmPayout {
  return async (payout, options) => {
    if (payouts.apm === undefined) {
      throw new ConfigurationError(
        "Payouts to alternative payment methods have no documented request. Ask the operator for it, and give the profile's payouts.apm a function that builds it.",
        { operation: 'execute' },
      );
    }
    const body: Record<string, unknown> = {
      TransactionType: 'ORIGINALCREDIT',
      UniqueReference: uuid(),
      ...payouts.apm(payout),
      IsTest: test,
    };
    const uniqueReference = String(body.UniqueReference);
    const orderReference = String(body.OrderReference ?? '');
    return execute({ body, uniqueReference, orderReference }, options);
  };
}
