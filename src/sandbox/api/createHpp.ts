import type { HppResponseWire } from '../../protocol/gateway/wire.ts';
import { statusWord } from '../ledger/statusWord.ts';
import type { SandboxParts } from '../parts.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Handle } from './call.ts';
import { warnOfRepeatedOrder } from './repeatedOrder.ts';
import { commonDetails, readRequest } from './requestFields.ts';

/** `POST /api/hpptoken/create` (S111, S119–S135): a page that lives two minutes (S141, S192). */
export function createHpp(context: SandboxParts): Handle {
  const { ids, ledger, profile, clock, settings } = context;
  return (call) => {
    const request = context.request();
    const fields = readRequest(call.body, 'hostedPage', request);
    const type = fields.text('TransactionType');
    if (type !== 'AUTH' && type !== 'PURC') {
      throw new ApiError('INVALID_FIELD', 'TransactionType: expected "PURC" or "AUTH" on the hosted page.');
    }
    const answer = (): Answer => {
      const transaction = ledger.create({
        ...commonDetails(fields, request, settings.acquirer),
        kind: 'payment',
        type,
        channel: 'page',
        token: ids.hppToken(),
        base: call.base,
        endsAt: clock.now() + profile.redirect.lifetimeMs,
      });
      const body: HppResponseWire = {
        pspid: transaction.pspId,
        token: transaction.token,
        redirectUrl: `${call.base}/hpp/${transaction.token}`,
        status: statusWord('pending', profile),
        isSuccess: true,
        errorMessage: null,
      };
      return { status: 200, body: { ...body } };
    };
    return context.replay.answer(call, fields.text('UniqueReference'), () =>
      warnOfRepeatedOrder(ledger, fields.text('OrderReference'), answer),
    );
  };
}
