import type { GatewayProfile, Variant } from '../../protocol/gateway/profile.ts';
import { ApiError } from './apiError.ts';
import type { Call } from './call.ts';
import { pick } from './pick.ts';

/** A variant of the interface document, or a payout whose request only the profile knows (N9). */
export type ExecuteVariant = Exclude<Variant, 'hostedPage'> | 'payoutToApm';

/** Tells the variants apart by type and source (S112–S116). @throws ApiError when the request fits none. */
export function executeVariant(body: Call['body'], { payouts }: GatewayProfile): ExecuteVariant {
  const { TransactionType: type } = pick(body, 'TransactionType');
  const has = pick(body, 'PaymentCredentials', 'Card', 'PspId', 'PaymentDestination');
  const given = Object.keys(has).filter((name) => has[name] !== undefined && has[name] !== null);
  if (type === undefined) throw new ApiError('MISSING_FIELD', 'TransactionType: expected to be present.');
  if (type === 'AUTH' || type === 'PURC') {
    if (given.length === 1 && given[0] === 'PaymentCredentials') return 'cardPayment';
    if (given.length === 1 && given[0] === 'Card') return 'tokenPayment';
    throw given.length === 0
      ? new ApiError('MISSING_FIELD', `${type}: expected PaymentCredentials or Card.`)
      : new ApiError(
          'INVALID_FIELD',
          `${type}: expected PaymentCredentials or Card, not ${given.join(' and ')}.`,
        );
  }
  if (type === 'ORIGINALCREDIT') {
    if (given.length > 1) {
      throw new ApiError('INVALID_FIELD', `A payout goes to one place: expected one of ${given.join(', ')}.`);
    }
    const [source] = given;
    if (source === 'PaymentDestination')
      return payoutDestination(has.PaymentDestination, payouts.apm !== undefined);
    if (source === 'PspId') return 'payoutByPspId';
    if (source === 'PaymentCredentials') return 'payoutByCard';
    if (payouts.apm !== undefined) return 'payoutToApm';
    throw new ApiError(
      'MISSING_FIELD',
      'ORIGINALCREDIT: expected PspId, PaymentDestination or PaymentCredentials.',
    );
  }
  throw new ApiError('INVALID_FIELD', 'TransactionType: expected "AUTH", "PURC" or "ORIGINALCREDIT".');
}

/** A payout to an alternative payment method has no documented shape (S148, N9). */
function payoutDestination(destination: unknown, apmKnown: boolean): ExecuteVariant {
  const { PaymentMethod: method } = pick(destination, 'PaymentMethod');
  if (method !== undefined && method !== null && method !== 'CardToken') {
    if (apmKnown) return 'payoutToApm';
    throw new ApiError(
      'UNSUPPORTED',
      'PaymentDestination.PaymentMethod: expected "CardToken"; payouts to other payment methods are not documented.',
    );
  }
  return 'payoutByToken';
}
