import type { ApiOperation } from '../apiOperation.ts';
import type { Handle } from './call.ts';
import { capture } from './capture.ts';
import { type CreateHppContext, createHpp } from './createHpp.ts';
import { type ExecuteContext, execute } from './execute.ts';
import { type RetrieveContext, retrieve } from './retrieve.ts';
import { type DeleteTokenContext, deleteToken, getToken, type TokeniseContext, tokenise } from './tokens.ts';

export type OperationsContext = CreateHppContext &
  ExecuteContext &
  RetrieveContext &
  TokeniseContext &
  DeleteTokenContext;

/** What the API's operations do with a request that came through the gate. */
export function createOperations(context: OperationsContext): Readonly<Record<ApiOperation, Handle>> {
  return {
    createHpp: createHpp(context),
    execute: execute(context),
    retrieve: retrieve(context),
    tokenise: tokenise(context),
    getToken: getToken(context.vault),
    deleteToken: deleteToken(context),
    capture: capture(context.ledger),
  };
}
