import { lazyRaw } from '../../protocol/gateway/lazyRaw.ts';
import type { GatewayProfile, Variant } from '../../protocol/gateway/profile.ts';
import type { TransactionType } from '../../protocol/gateway/wire.ts';
import type { Call } from '../http/call.ts';
import type { CallOptions, PaymentOutcome } from '../types.ts';
import { readOutcome } from './readOutcome.ts';
import type { Transactions } from './transactions.ts';
import { buildRequest, type WireRequestSetup } from './wireRequest.ts';

/** Sends one of the five variants of `POST /api/directconnect/execute` (S106, S112–S116). */
export type DirectConnect = (
  variant: Exclude<Variant, 'hostedPage'>,
  transactionType: TransactionType,
  input: object,
  options?: CallOptions,
) => Promise<PaymentOutcome>;

export function directConnect(
  call: Call,
  profile: GatewayProfile,
  setup: WireRequestSetup,
  transactions: Transactions,
): DirectConnect {
  return async (variant, transactionType, input, options) => {
    const { body, uniqueReference, orderReference } = buildRequest(
      variant,
      { ...input, transactionType },
      setup,
    );
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
