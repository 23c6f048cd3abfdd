import type { Ledger } from '../ledger/ledger.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Call, Handle } from './call.ts';
import { executePayment, type PaymentContext } from './executePayment.ts';
import { executePayout, type PayoutContext } from './executePayout.ts';
import { executeVariant } from './executeVariant.ts';
import { pick } from './pick.ts';
import { warnOfRepeatedOrder } from './repeatedOrder.ts';
import type { Replay } from './replay.ts';
import { readApmPayout, readRequest } from './requestFields.ts';

export interface ExecuteContext extends PaymentContext, PayoutContext {
  ledger: Ledger;
  replay: Replay;
  /** Full card details need `'saq-d'` (S3, S9, S162). */
  pciLevel: 'none' | 'saq-d';
}

/** `POST /api/directconnect/execute` (S106): card payments and payouts. */
export function execute(context: ExecuteContext): Handle {
  return (call) => {
    const variant = executeVariant(call.body, context.profile);
    const fullCard = variant === 'cardPayment' || variant === 'payoutByCard';
    if (fullCard && context.pciLevel !== 'saq-d') {
      throw new ApiError(
        'PCI_LEVEL_REQUIRED',
        'PaymentCredentials: full card details need SAQ D certification; use the hosted page or a card token, or start the sandbox with pciLevel "saq-d".',
      );
    }
    const fields =
      variant === 'payoutToApm'
        ? readApmPayout(call.body, context.requestContext())
        : readRequest(call.body, variant, context.requestContext());
    checkRouting(call);
    const operation = { call, variant, fields };
    const answer = (): Answer =>
      variant === 'cardPayment' || variant === 'tokenPayment'
        ? executePayment(context, operation)
        : executePayout(context, operation);
    return context.replay.answer(call, fields.text('UniqueReference'), () =>
      warnOfRepeatedOrder(context.ledger, fields.text('OrderReference'), answer),
    );
  };
}

/** Direct connect is for cards; other methods go through the hosted page (S47, S57, S118). */
function checkRouting({ body }: Call): void {
  const { Routing: routing, PaymentCredentials: credentials } = pick(body, 'Routing', 'PaymentCredentials');
  const { ForcePayment: method } = pick(routing, 'ForcePayment');
  const { PaymentSource: source } = pick(credentials, 'PaymentSource');
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
