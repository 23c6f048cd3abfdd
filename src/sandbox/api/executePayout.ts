import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { KnownCard } from '../cards/card.ts';
import type { TestCard } from '../cards/testCards.ts';
import type { Ids } from '../ids.ts';
import type { Balances } from '../ledger/balances.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Transaction, type UsedCard, usedCard } from '../ledger/transaction.ts';
import { wireStatus } from '../ledger/wireStatus.ts';
import type { PaymentProcessor } from '../payment/paymentProcessor.ts';
import type { Refusal } from '../payment/verdict.ts';
import type { Vault } from '../vault/vault.ts';
import { ApiError } from './apiError.ts';
import type { Answer } from './call.ts';
import { type ExecuteOperation, instrumentOfCard } from './executePayment.ts';
import { commonDetails, type RequestContext, type RequestFields, textOf } from './requestFields.ts';

export interface PayoutContext {
  profile: GatewayProfile;
  ledger: Ledger;
  vault: Vault;
  balances: Balances;
  paymentProcessor: PaymentProcessor;
  ids: Ids;
  requestContext: () => RequestContext;
  /** Of transactions that force none. */
  acquirer: string;
  acquirersWithoutPayouts: readonly string[];
  /** The operator's own. */
  testCards: readonly TestCard[];
}

/** Where the money goes: a card that we know whole, or only as an earlier payment shows it; none for another method. */
type Destination = { card: KnownCard | UsedCard | null; cardToken: string | null; cardInput: boolean };

/** ORIGINALCREDIT, by PspId, token or card (S8, S114–S116). No redirect (S11), no token (S96), Pascal case (S102). */
export function executePayout(context: PayoutContext, { call, variant, fields }: ExecuteOperation): Answer {
  const { ledger, paymentProcessor, balances, profile, ids } = context;
  const { card, cardToken, cardInput } = destination(context, variant, fields);
  const transaction = ledger.create({
    ...commonDetails(fields, context.requestContext(), context.acquirer),
    kind: 'payout',
    type: 'ORIGINALCREDIT',
    channel: 'direct',
    token: ids.transactionToken(),
    base: call.base,
    endsAt: null,
  });
  const used = card === null ? {} : ({ method: 'card', card: usedCard(card), cardInput } as const);
  const refusal = refusalOf(transaction, card);
  if (refusal !== null) {
    return answer(paymentProcessor.refuse(transaction, refusal, used), profile.errors.status[refusal.code]);
  }
  return answer(paymentProcessor.complete(transaction, { ...used, cardToken }), 200);

  function refusalOf({ acquirer, currency, amount }: Transaction, to: Destination['card']): Refusal | null {
    const refused = (code: Refusal['code']): Refusal => ({ kind: 'refused', state: 'failed', code });
    if (context.acquirersWithoutPayouts.includes(acquirer)) return refused('ACQUIRER_WITHOUT_PAYOUTS');
    if (to !== null && 'behaviour' in to) {
      const refusal = paymentProcessor.judgePayout(to);
      if (refusal !== null) return refusal;
    }
    return balances.take(currency, amount) ? null : refused('INSUFFICIENT_MID_BALANCE');
  }

  function answer({ pspId, state, errorMessage }: Transaction, status: number): Answer {
    const paid = state === 'processed';
    return {
      status,
      body: {
        PspId: pspId,
        BankResponse: wireStatus(state, profile),
        BankAccept: paid,
        CardToken: null,
        RedirectUrl: null,
        IsSuccess: paid,
        ErrorMessage: errorMessage,
      },
    };
  }
}

/** @throws ApiError when the destination is not known, or is no card. */
function destination(
  context: PayoutContext,
  variant: ExecuteOperation['variant'],
  fields: RequestFields,
): Destination {
  if (variant === 'payoutToApm') return { card: null, cardToken: null, cardInput: false };
  if (variant === 'payoutByCard') return { ...instrumentOfCard(context, fields), cardInput: true };
  if (variant === 'payoutByToken') {
    const entry = context.vault.get(textOf(fields.object('PaymentDestination')('CardToken')));
    if (entry === undefined) throw new ApiError('TOKEN_NOT_FOUND');
    return { card: entry.card, cardToken: entry.cardToken, cardInput: false };
  }
  const earlier = context.ledger.find({ pspId: fields.text('PspId') });
  if (earlier === undefined || earlier.kind !== 'payment') {
    throw new ApiError('NOT_FOUND', 'PspId: expected the id of an earlier payment.');
  }
  if (earlier.state !== 'processed' && earlier.state !== 'lapsed') {
    throw new ApiError('UNSUPPORTED', 'PspId: expected a payment that was processed.');
  }
  if (earlier.card === null) {
    throw new ApiError(
      'UNSUPPORTED',
      earlier.method === 'card'
        ? "PspId: expected a payment whose card is still known; this one's was deleted with its token."
        : 'PspId: expected a card payment; this one used another payment method.',
    );
  }
  return { card: earlier.card, cardToken: earlier.cardToken, cardInput: false };
}
