import type { FieldReader } from '../../protocol/gateway/fieldReader.ts';
import type { DirectConnectResponseWire } from '../../protocol/gateway/wire.ts';
import type { FullCard } from '../cards/card.ts';
import { statusWord } from '../ledger/statusWord.ts';
import type { SandboxParts } from '../parts.ts';
import type { Instrument, TryResult } from '../payment/cashier.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Call } from './call.ts';
import { testCardOnly } from './cardCheck.ts';
import type { ExecuteVariant } from './executeVariant.ts';
import { commonLine, type RequestFields, textOf } from './requestFields.ts';

export interface ExecuteOperation {
  call: Call;
  variant: ExecuteVariant;
  fields: RequestFields;
}

/** AUTH and PURC, by full card or by token (S1, S2, S112, S113). Answers in lower camel case (S101). */
export function executePayment(context: SandboxParts, { call, variant, fields }: ExecuteOperation): Answer {
  const { ledger, cashier, ids, settings } = context;
  const threeDs = fields.object('ThreeDSecureAuthentication');
  const authenticated = fields.field('ThreeDSecureAuthentication') !== undefined;
  const byToken = variant === 'tokenPayment';
  const instrument = byToken ? instrumentOfToken(context, fields) : instrumentOfCard(context, fields);
  const merchantInitiated = byToken && isMerchantInitiated(fields, instrument);
  if (merchantInitiated && !settings.mit) {
    throw new ApiError(
      'MIT_NOT_APPROVED',
      'A token payment without CvV2, BrowserDetails and ThreeDSecureAuthentication is merchant-initiated, which the acquirer has not approved; start the sandbox with mit: true.',
    );
  }

  const line = ledger.create({
    ...commonLine(fields, context.request(), settings.acquirer),
    kind: 'payment',
    type: fields.text('TransactionType') as 'AUTH' | 'PURC',
    channel: 'direct',
    token: ids.transactionToken(),
    base: call.base,
    endsAt: null,
  });
  if (authenticated && /^[NR]$/i.test(textOf(threeDs('transStatus')))) {
    return refused(context, { kind: 'refused', state: 'declined', code: 'AUTHENTICATION_3DS_FAILED' }, {});
  }
  const result = cashier.tryCard(line, instrument, authenticated || merchantInitiated);
  if (result.kind === 'refused') return refused(context, result.refusal, result.details);
  return { status: 200, body: { ...accepted(result) } };

  function refused(
    { profile }: SandboxParts,
    refusal: Refused['refusal'],
    details: Refused['details'],
  ): Answer {
    const ended = cashier.refuse(line, refusal, details);
    return {
      status: profile.errors.status[refusal.code],
      body: {
        pspid: ended.pspId,
        bankResponse: statusWord(ended.state, profile),
        bankAccept: 'NO',
        cardToken: null,
        redirectUrl: null,
        isSuccess: false,
        errorMessage: ended.errorMessage,
      },
    };
  }

  function accepted(result: Exclude<TryResult, Refused>): DirectConnectResponseWire {
    const { pspId, state, cardToken, base } = result.line;
    const pending = result.kind === 'approval';
    const word = statusWord(state, context.profile);
    return {
      pspid: pspId,
      bankResponse: word === 'PENDING' ? 'Pending' : word,
      bankAccept: state === 'processed' ? 'YES' : 'NO',
      cardToken: state === 'processed' ? cardToken : null,
      redirectUrl: pending ? `${base}/hpp/approval/${result.approval.id}` : null,
      isSuccess: true,
      errorMessage: null,
    };
  }
}

type Refused = Extract<TryResult, { kind: 'refused' }>;

/** @throws ApiError `LIVE_CARD_REFUSED`. */
export function instrumentOfCard(context: SandboxParts, fields: RequestFields): Instrument {
  const card = fullCard(fields.object('PaymentCredentials'));
  const behaviour = testCardOnly(card, context);
  return { card: context.vault.know(card, behaviour), securityCode: card.securityCode, cardToken: null };
}

function fullCard(field: FieldReader): FullCard {
  return {
    number: textOf(field('CardNumber')),
    securityCode: textOf(field('CvV2')) || null,
    expMonth: textOf(field('ExpMonth')),
    expYear: textOf(field('ExpYear')),
    holderName: textOf(field('CardHolderName')),
  };
}

/** @throws ApiError `TOKEN_NOT_FOUND` (S154, S155; an HPP token is none, S135). */
function instrumentOfToken({ vault }: SandboxParts, fields: RequestFields): Instrument {
  const field = fields.object('Card');
  const entry = vault.get(textOf(field('CardToken')));
  if (entry === undefined) throw new ApiError('TOKEN_NOT_FOUND');
  return { card: entry.card, securityCode: textOf(field('CvV2')) || null, cardToken: entry.cardToken };
}

/** Nobody typed a code, nobody's browser is described, nobody was authenticated: the customer is not there (S158). */
function isMerchantInitiated({ field }: RequestFields, { securityCode }: Instrument): boolean {
  return (
    securityCode === null &&
    field('BrowserDetails') === undefined &&
    field('ThreeDSecureAuthentication') === undefined
  );
}
