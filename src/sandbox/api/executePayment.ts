import type { FieldReader } from '../../protocol/gateway/fieldReader.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { DirectConnectResponseWire } from '../../protocol/gateway/wire.ts';
import type { FullCard } from '../cards/card.ts';
import type { TestCard } from '../cards/testCards.ts';
import type { Ids } from '../ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { wireStatus } from '../ledger/wireStatus.ts';
import {
  judgeMerchantAuthentication,
  type MerchantAuthentication,
} from '../payment/merchantAuthentication.ts';
import type {
  CardholderProof,
  Instrument,
  PaymentProcessor,
  TryResult,
} from '../payment/paymentProcessor.ts';
import type { Vault } from '../vault/vault.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Call } from './call.ts';
import { testCardOnly } from './cardCheck.ts';
import type { ExecuteVariant } from './executeVariant.ts';
import { commonDetails, type RequestContext, type RequestFields, textOf } from './requestFields.ts';

export interface ExecuteOperation {
  call: Call;
  variant: ExecuteVariant;
  fields: RequestFields;
}

export interface PaymentContext {
  profile: GatewayProfile;
  ledger: Ledger;
  vault: Vault;
  paymentProcessor: PaymentProcessor;
  ids: Ids;
  requestContext: () => RequestContext;
  /** Of transactions that force none. */
  acquirer: string;
  /** Whether the acquirer has approved merchant-initiated payments (S158). */
  mit: boolean;
  /** The operator's own. */
  testCards: readonly TestCard[];
}

/** AUTH and PURC, by full card or by token (S1, S2, S112, S113). Answers in lower camel case (S101). */
export function executePayment(context: PaymentContext, { call, variant, fields }: ExecuteOperation): Answer {
  const { profile, ledger, paymentProcessor, ids } = context;
  const byToken = variant === 'tokenPayment';
  const instrument = byToken ? instrumentOfToken(context, fields) : instrumentOfCard(context, fields);
  const threeDs = fields.object('ThreeDSecureAuthentication');
  const authentication = judgeMerchantAuthentication(threeDs, instrument.card.brand);
  const merchantInitiated =
    byToken && authentication !== 'authenticated' && isMerchantInitiated(fields, instrument);
  if (merchantInitiated && !context.mit) {
    throw new ApiError(
      'MIT_NOT_APPROVED',
      'A token payment without CvV2, BrowserDetails and the result of 3-D Secure is merchant-initiated, which the acquirer has not approved; start the sandbox with mit: true.',
    );
  }

  const transaction = ledger.create({
    ...commonDetails(fields, context.requestContext(), context.acquirer),
    kind: 'payment',
    type: fields.text('TransactionType') as 'AUTH' | 'PURC',
    channel: 'direct',
    token: ids.transactionToken(),
    base: call.base,
    endsAt: null,
  });
  if (authentication === 'refused') {
    return refused({ kind: 'refused', state: 'declined', code: 'AUTHENTICATION_3DS_FAILED' }, {});
  }
  const result = paymentProcessor.tryCard(
    transaction,
    instrument,
    proofOf(authentication, merchantInitiated),
  );
  if (result.kind === 'refused') return refused(result.refusal, result.details);
  return { status: 200, body: { ...accepted(result) } };

  function refused(refusal: Refused['refusal'], details: Refused['details']): Answer {
    const ended = paymentProcessor.refuse(transaction, refusal, details);
    return {
      status: profile.errors.status[refusal.code],
      body: {
        pspid: ended.pspId,
        bankResponse: wireStatus(ended.state, profile),
        bankAccept: 'NO',
        cardToken: null,
        redirectUrl: null,
        isSuccess: false,
        errorMessage: ended.errorMessage,
      },
    };
  }

  function accepted(result: Exclude<TryResult, Refused>): DirectConnectResponseWire {
    const { pspId, state, cardToken, base } = result.transaction;
    const pending = result.kind === 'approval';
    const status = wireStatus(state, profile);
    return {
      pspid: pspId,
      bankResponse: status === 'PENDING' ? 'Pending' : status,
      // The document's samples say YES beside Pending too: the bank took the request (G11).
      bankAccept: state === 'unknown' ? 'NO' : 'YES',
      cardToken: state === 'processed' ? cardToken : null,
      redirectUrl: pending ? `${base}/hpp/approval/${result.approval.id}` : null,
      isSuccess: true,
      errorMessage: null,
    };
  }
}

type Refused = Extract<TryResult, { kind: 'refused' }>;

/** @throws ApiError `LIVE_CARD_REFUSED`. */
export function instrumentOfCard(
  { vault, testCards }: Pick<PaymentContext, 'vault' | 'testCards'>,
  fields: RequestFields,
): Instrument {
  const card = fullCard(fields.object('PaymentCredentials'));
  const behaviour = testCardOnly(card, testCards);
  return { card: vault.know(card, behaviour), securityCode: card.securityCode, cardToken: null };
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
function instrumentOfToken({ vault }: Pick<PaymentContext, 'vault'>, fields: RequestFields): Instrument {
  const field = fields.object('Card');
  const entry = vault.get(textOf(field('CardToken')));
  if (entry === undefined) throw new ApiError('TOKEN_NOT_FOUND');
  return { card: entry.card, securityCode: textOf(field('CvV2')) || null, cardToken: entry.cardToken };
}

/** Nobody typed a code and nobody's browser is described: the customer is not there (S158). */
function isMerchantInitiated({ field }: RequestFields, { securityCode }: Instrument): boolean {
  const browser = Object.values((field('BrowserDetails') ?? {}) as object);
  return securityCode === null && browser.every((value) => value === null || value === '');
}

/** Why the issuer does not ask the customer: 3-D Secure was done, or nobody is there. */
function proofOf(authentication: MerchantAuthentication, merchantInitiated: boolean): CardholderProof {
  if (authentication === 'authenticated') return '3ds';
  return merchantInitiated ? 'merchantInitiated' : 'none';
}
