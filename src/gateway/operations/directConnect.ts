import type { Variant } from '../../protocol/gateway/profile.ts';
import type { TransactionType } from '../../protocol/gateway/wire.ts';
import type { CallOptions, PaymentOutcome } from '../types.ts';
import type { SendExecute } from './sendExecute.ts';
import { buildRequest, type WireRequestContext } from './wireRequest.ts';

/** Sends one of the five variants of `POST /api/directconnect/execute` (S106, S112–S116). */
export type DirectConnect = (
  variant: Exclude<Variant, 'hostedPage'>,
  transactionType: TransactionType,
  input: object,
  options?: CallOptions,
) => Promise<PaymentOutcome>;

export function directConnect(execute: SendExecute, context: WireRequestContext): DirectConnect {
  return async (variant, transactionType, input, options) =>
    execute(buildRequest(variant, { ...input, transactionType }, context), options);
}
