import type { BaseDetails } from '../../protocol/gateway/transaction.ts';
import type { Payment, PaymentDetails, Price } from '../options.ts';
import type { Evidence } from '../poll/evidence.ts';
import type { SessionRecord } from '../store/contract.ts';

/** What a notification or a status answer says of a payment; the last two fields are a notification's. */
export type KnownDetails = BaseDetails & { attemptNumber?: number | null; sentAt?: Date | null };

/** The payment's details where the evidence says "paid"; a status answer that lags behind the notification has none. */
export function detailsOfPaid(evidence: Evidence | null): KnownDetails | undefined {
  const isPaid = evidence?.kind === 'transaction' && evidence.details.state === 'processed';
  return isPaid ? evidence.details : undefined;
}

/**
 * A paid session in the merchant's terms. The sum and the references are our own record's, which the
 * gateway's were compared with; the rest is what the gateway says, `null` where it does not say.
 */
export function toPayment(
  session: SessionRecord,
  details: KnownDetails | undefined,
  expected: Price | null,
): Payment {
  const { orderReference, amount, currency, pspId, uniqueReference, transactionType, test, correlationId } =
    session;
  return {
    orderReference,
    sessionId: session.id,
    amount,
    currency,
    expected,
    // Set with the change that made the session `completed`.
    pspId: pspId ?? '',
    uniqueReference,
    transactionType,
    test,
    correlationId,
    ...detailsOf(details),
    transactionToken: details?.transactionToken ?? session.transactionToken,
  };
}

/** Field by field: a profile's own reader may leave some out, and may bring what is no business of the merchant's. */
function detailsOf(details: Partial<KnownDetails> = {}): PaymentDetails {
  return {
    cardToken: details.cardToken ?? null,
    status: details.status ?? null,
    transactionToken: details.transactionToken ?? null,
    authCode: details.authCode ?? null,
    cardInput: details.cardInput ?? null,
    cardNumber: details.cardNumber ?? null,
    cardExpiry: details.cardExpiry ?? null,
    cardHolderName: details.cardHolderName ?? null,
    cardCountry: details.cardCountry ?? null,
    cardType: details.cardType ?? null,
    acquirer: details.acquirer ?? null,
    email: details.email ?? null,
    clientAccount: details.clientAccount ?? null,
    is3ds: details.is3ds ?? null,
    udf: details.udf ?? null,
    attemptNumber: details.attemptNumber ?? null,
    sentAt: details.sentAt ?? null,
  };
}
