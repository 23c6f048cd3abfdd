import { lazyRaw } from '../../protocol/gateway/lazyRaw.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Call } from '../http/call.ts';
import type { CallOptions, PaymentOutcome } from '../types.ts';
import { readOutcome } from './readOutcome.ts';
import { recoverable } from './recoverable.ts';
import type { Transactions } from './transactions.ts';
import type { WireRequest } from './wireRequest.ts';

/** Sends a request to `POST /api/directconnect/execute` and reads its outcome (S106). */
export type SendExecute = (
  request: Omit<WireRequest, 'amount'>,
  options?: CallOptions,
) => Promise<PaymentOutcome>;

export function sendExecute(call: Call, profile: GatewayProfile, transactions: Transactions): SendExecute {
  return (request, options) => {
    const { uniqueReference, orderReference } = request;
    return call(
      recoverable('execute', request, profile, transactions),
      (json, errorContext) =>
        lazyRaw(readOutcome(json, profile, { uniqueReference, orderReference }, errorContext), json),
      options,
    );
  };
}
