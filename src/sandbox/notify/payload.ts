import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { NotificationWire, StatusWire } from '../../protocol/gateway/wire.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { wireStatus } from '../ledger/wireStatus.ts';

/** What a notification says beside its attempt number and time (S165–S183); a field that does not apply is empty. */
export type NotificationPayload = Omit<NotificationWire, 'AttemptNumber' | 'SentDateTime'>;

export function notificationPayload(transaction: Transaction, profile: GatewayProfile): NotificationPayload {
  return {
    TransactionToken: transaction.token,
    OrderReference: transaction.orderReference,
    Status: wireStatus(transaction.state, profile),
    AuthCode: transaction.authCode ?? '',
    CardInput: transaction.cardInput,
    PspId: String(transaction.pspId),
    Currency: transaction.currency,
    Amount: transaction.amount,
    CardNumber: transaction.card?.maskedNumber ?? '',
    CardExpiry: transaction.card?.expiry ?? '',
    CardHolderName: transaction.card?.holderName ?? '',
    CardCountry: transaction.card?.country ?? '',
    CardType: transaction.card?.brand ?? '',
    CardToken: transaction.cardToken ?? '',
    Acquirer: transaction.acquirer,
    Email: transaction.customer.email,
    UniqueReference: transaction.uniqueReference,
    ClientAccount: transaction.customer.clientAccount,
    Is3DS: transaction.is3ds,
    ...(transaction.udf !== null && profile.notification.udf === 'include'
      ? { UDF: { ...transaction.udf } }
      : {}),
  };
}

/**
 * The status endpoint's answer (N6). `isSuccess` says that the retrieval worked; how the payment went is in `Status`, the
 * acquirer's text in `errorMessage`. The interface document shows no field of it, so card, token and the other details of the
 * notification are there only where the options say so.
 */
export function statusBody(
  transaction: Transaction,
  profile: GatewayProfile,
  hasField: (field: string) => boolean,
): Partial<StatusWire> {
  const body: StatusWire = {
    ...notificationPayload(transaction, profile),
    isSuccess: true,
    errorMessage: transaction.errorMessage,
  };
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => name === 'TransactionToken' || hasField(name)),
  );
}
