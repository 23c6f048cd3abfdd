import {
  fieldReader,
  optionalBoolean,
  requiredId,
  requiredText,
} from '../../protocol/gateway/fieldReader.ts';
import { lazyRaw } from '../../protocol/gateway/lazyRaw.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { ShapeError } from '../../protocol/gateway/shapeError.ts';
import { throwIfRejected } from '../errors/throwIfRejected.ts';
import type { Call } from '../http/call.ts';
import type { CallOptions, HppRequest, HppSession } from '../types.ts';
import { checkInput } from './checkInput.ts';
import { recoverable } from './recoverable.ts';
import type { Transactions } from './transactions.ts';
import { webAddress } from './webAddress.ts';
import { buildRequest, type WireRequestContext } from './wireRequest.ts';

/** Hosted payment page sessions (S13, S111, S119–S136). */
export interface Hpp {
  /**
   * Opens a page to pay on. Never repeated by itself: after an `OutcomeUnknownError` make a new one, with a new reference.
   *
   * @example await gateway.hpp.create({ amount: '10.00', currency: 'EUR', orderReference: 'A-1', redirectionUrl, callBackUrl })
   * @throws ValidationError, OutcomeUnknownError, HttpError, GatewayRejectedError, ConnectionError
   */
  create(request: HppRequest, options?: CallOptions): Promise<HppSession>;
}

export function hpp(
  call: Call,
  profile: GatewayProfile,
  context: WireRequestContext,
  transactions: Transactions,
): Hpp {
  return {
    async create(request, options) {
      checkInput(request, 'createHpp');
      const input = {
        transactionType: 'PURC',
        ...request,
        failRedirectionUrl: request.failRedirectionUrl ?? request.redirectionUrl,
      };
      const wireRequest = buildRequest('hostedPage', input, context);
      const { uniqueReference, orderReference, amount } = wireRequest;
      return call(
        recoverable('createHpp', wireRequest, profile, transactions),
        (json, errorContext) => {
          throwIfRejected(json, profile, errorContext);
          const field = fieldReader(json, profile.wire.readCase, 'the answer');
          if (optionalBoolean(field, 'isSuccess') !== true)
            throw new ShapeError('isSuccess', 'true or false');
          const session = {
            pspId: requiredId(field, 'pspid'),
            token: requiredText(field, 'token'),
            redirectUrl: webAddress(requiredText(field, 'redirectUrl')),
            status: requiredText(field, 'status'),
            uniqueReference,
            orderReference,
            amount,
            expiresInMs: profile.redirect.lifetimeMs,
          };
          return lazyRaw(session, json);
        },
        options,
      );
    },
  };
}
