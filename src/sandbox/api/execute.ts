import type { SandboxParts } from '../parts.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Call, Handle } from './call.ts';
import { executePayment } from './executePayment.ts';
import { executePayout } from './executePayout.ts';
import { executeVariant } from './executeVariant.ts';
import { pick } from './pick.ts';
import { warnOfRepeatedOrder } from './repeatedOrder.ts';
import { readApmPayout, readRequest } from './requestFields.ts';

/** `POST /api/directconnect/execute` (S106): card payments and payouts. */
export function execute(context: SandboxParts): Handle {
  return (call) => {
    const variant = executeVariant(call.body, context.profile);
    const fullCard = variant === 'cardPayment' || variant === 'payoutByCard';
    if (fullCard && context.settings.pciLevel !== 'saq-d') {
      throw new ApiError(
        'PCI_LEVEL_REQUIRED',
        'PaymentCredentials: full card details need SAQ D certification; use the hosted page or a card token, or start the sandbox with pciLevel "saq-d".',
      );
    }
    const fields =
      variant === 'payoutToApm'
        ? readApmPayout(call.body, context.request())
        : readRequest(call.body, variant, context.request());
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
