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
   * Opens a page to pay on (`POST /api/hpptoken/create`). Send the customer to its `redirectUrl`, or show that address in a
   * frame; the page handles 3-D Secure itself. The address lives 2 minutes from its creation (`expiresInMs`, milliseconds).
   *
   * - `amount` is a decimal string (`'49.90'`) or minor units (`4990n`); a number is refused, since it would be rounded.
   *   `currency` is the ISO 4217 code in capitals.
   * - `orderReference` is your own name of the purchase, best unique; `uniqueReference` names this one try to pay it, and is
   *   a new UUID when left out. Keep both before you call: they are what you ask and compare by.
   * - The customer comes back to `redirectionUrl`, or to `failRedirectionUrl` after a failure. That proves nothing: the outcome
   *   is the signed notification at `callBackUrl`, and `transactions.retrieve` when that is late or lost.
   *
   * It is not sent again by itself unless it was provably not accepted. After an `OutcomeUnknownError` call again with
   * a new `uniqueReference`: a page that nobody has seen is not paid.
   *
   * @example
   * const { redirectUrl, pspId } = await gateway.hpp.create({
   *   amount: '49.90', currency: 'EUR', orderReference: 'A-1001',
   *   redirectionUrl: 'https://shop.example/thanks', callBackUrl: 'https://shop.example/notify',
   * });
   * @throws ValidationError for input that breaks a rule of the profile, all of it at once in `issues`; nothing was sent.
   * @throws AuthenticationError, PermissionError, ConflictError (the `uniqueReference` was used before), RateLimitError,
   * ServerError or another HttpError when the gateway refuses; GatewayRejectedError when it says so under HTTP 200.
   * @throws OutcomeUnknownError when a page may have been made: the answer was lost, late or unreadable.
   * @throws ConnectionError, TimeoutError or AbortedError when it was provably not made.
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
