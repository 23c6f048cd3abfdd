import { lazyRaw } from '../../protocol/gateway/lazyRaw.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { ConfigurationError } from '../errors/setupErrors.ts';
import type { Call } from '../http/call.ts';
import type { CallOptions, PaymentOutcome } from '../types.ts';
import { readOutcome } from './readOutcome.ts';
import type { Transactions } from './transactions.ts';
import type { WireRequestSetup } from './wireRequest.ts';

export type ApmPayout = (payout: unknown, options?: CallOptions) => Promise<PaymentOutcome>;

/** A payout whose body the profile builds (N9); type, test mark and a reference are added where it leaves them out. */
export function apmPayout(
  call: Call,
  profile: GatewayProfile,
  { test, uuid }: WireRequestSetup,
  transactions: Transactions,
): ApmPayout {
  return async (payout, options) => {
    const { apm } = profile.payouts;
    if (apm === undefined) {
      throw new ConfigurationError(
        "Payouts to alternative payment methods have no documented request. Ask the operator for it, and give the profile's payouts.apm a function that builds it.",
        { operation: 'execute' },
      );
    }
    const body = { TransactionType: 'ORIGINALCREDIT', UniqueReference: uuid(), ...apm(payout), IsTest: test };
    const uniqueReference = String(body.UniqueReference);
    const orderReference = String((body as Record<string, unknown>).OrderReference ?? '');
    const { method, path } = profile.endpoints.execute;
    return call(
      {
        operation: 'execute',
        method,
        path,
        body,
        uniqueReference,
        orderReference,
        recover: () => transactions.retrieve({ uniqueReference }),
      },
      (json, facts) => lazyRaw(readOutcome(json, profile, { uniqueReference, orderReference }, facts), json),
      options,
    );
  };
}
