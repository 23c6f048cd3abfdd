import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { HppResponseWire } from '../../protocol/gateway/wire.ts';
import type { Ids } from '../ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { wireStatus } from '../ledger/wireStatus.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Handle } from './call.ts';
import { warnOfRepeatedOrder } from './repeatedOrder.ts';
import type { Replay } from './replay.ts';
import { commonDetails, type RequestContext, readRequest } from './requestFields.ts';

export interface CreateHppContext {
  profile: GatewayProfile;
  ledger: Ledger;
  ids: Ids;
  now: () => number;
  replay: Replay;
  requestContext: () => RequestContext;
  /** Of transactions that force none. */
  acquirer: string;
}

/** `POST /api/hpptoken/create` (S111, S119–S135): a page that lives two minutes (S141, S192). */
export function createHpp(context: CreateHppContext): Handle {
  const { ids, ledger, profile, now, acquirer } = context;
  return (call) => {
    const request = context.requestContext();
    const fields = readRequest(call.body, 'hostedPage', request);
    const type = fields.text('TransactionType');
    if (type !== 'AUTH' && type !== 'PURC') {
      throw new ApiError('INVALID_FIELD', 'TransactionType: expected "PURC" or "AUTH" on the hosted page.');
    }
    const answer = (): Answer => {
      const transaction = ledger.create({
        ...commonDetails(fields, request, acquirer),
        kind: 'payment',
        type,
        channel: 'page',
        token: ids.hppToken(),
        base: call.base,
        endsAt: now() + profile.redirect.lifetimeMs,
      });
      const body: HppResponseWire = {
        pspid: transaction.pspId,
        token: transaction.token,
        redirectUrl: `${call.base}/hpp/${transaction.token}`,
        status: wireStatus('pending', profile),
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
