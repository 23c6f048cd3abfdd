import type { Variant } from '../../protocol/gateway/profile.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Call, Handle } from './call.ts';
import type { ApiContext } from './context.ts';
import { executePayment } from './executePayment.ts';
import { executePayout } from './executePayout.ts';
import { readRequest } from './requestFields.ts';

/** `POST /api/directconnect/execute` (S106): five variants, told apart by type and source (S112–S116). */
export function execute(context: ApiContext): Handle {
  return (call) => {
    const variant = variantOf(call.body);
    const fullCard = variant === 'cardPayment' || variant === 'payoutByCard';
    if (fullCard && context.settings.pciLevel !== 'saq-d') {
      throw new ApiError(
        'PCI_LEVEL_REQUIRED',
        'PaymentCredentials: full card details need SAQ D certification; use the hosted page or a card token, or start the sandbox with pciLevel "saq-d".',
      );
    }
    const fields = readRequest(call.body, variant, context.request());
    checkRouting(call);
    const operation = { call, variant, fields };
    return context.replay(call, fields.text('UniqueReference'), (): Answer => {
      return variant === 'cardPayment' || variant === 'tokenPayment'
        ? executePayment(context, operation)
        : executePayout(context, operation);
    });
  };
}

function variantOf(body: Call['body']): Variant {
  const { TransactionType: type } = pick(body, 'TransactionType');
  const has = pick(body, 'PaymentCredentials', 'Card', 'PspId', 'PaymentDestination');
  const given = Object.keys(has).filter((name) => has[name] !== undefined && has[name] !== null);
  if (type === undefined) throw new ApiError('MISSING_FIELD', 'TransactionType: expected to be present.');
  if (type === 'AUTH' || type === 'PURC') {
    if (has.PaymentCredentials && !has.Card) return 'cardPayment';
    if (has.Card && !has.PaymentCredentials) return 'tokenPayment';
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
    if (has.PaymentDestination) return payoutDestination(has.PaymentDestination);
    if (has.PspId !== undefined) return 'payoutByPspId';
    if (has.PaymentCredentials) return 'payoutByCard';
    throw new ApiError(
      'MISSING_FIELD',
      'ORIGINALCREDIT: expected PspId, PaymentDestination or PaymentCredentials.',
    );
  }
  throw new ApiError('INVALID_FIELD', 'TransactionType: expected "AUTH", "PURC" or "ORIGINALCREDIT".');
}

/** A payout to an alternative payment method has no documented shape (S148, N9). */
function payoutDestination(destination: unknown): Variant {
  const { PaymentMethod: method } = pick(destination as Call['body'], 'PaymentMethod');
  if (method !== undefined && method !== 'CardToken') {
    throw new ApiError(
      'UNSUPPORTED',
      'PaymentDestination.PaymentMethod: expected "CardToken"; payouts to other payment methods are not documented.',
    );
  }
  return 'payoutByToken';
}

/** Direct connect is for cards; other methods go through the hosted page (S47, S57, S118). */
function checkRouting({ body }: Call): void {
  const { Routing: routing, PaymentCredentials: credentials } = pick(body, 'Routing', 'PaymentCredentials');
  const { ForcePayment: method } = pick(routing as Call['body'], 'ForcePayment');
  const { PaymentSource: source } = pick(credentials as Call['body'], 'PaymentSource');
  if (method !== undefined && method !== null && method !== 'CARDS') {
    throw new ApiError(
      'UNSUPPORTED',
      'Routing.ForcePayment: expected "CARDS"; other methods use the hosted page.',
    );
  }
  if (source !== undefined && source !== null && source !== 'Card') {
    throw new ApiError('UNSUPPORTED', 'PaymentCredentials.PaymentSource: expected "Card".');
  }
}

/** The named fields in whichever letter case they came; the check of spellings follows. */
function pick(object: Call['body'] | undefined, ...names: string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  if (typeof object !== 'object' || object === null) return result;
  for (const [key, value] of Object.entries(object)) {
    const name = names.find((candidate) => candidate.toLowerCase() === key.toLowerCase());
    if (name !== undefined) result[name] = value;
  }
  return result;
}
