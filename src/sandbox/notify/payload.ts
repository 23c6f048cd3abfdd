import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { NotificationWire, StatusWire } from '../../protocol/gateway/wire.ts';
import { statusWord } from '../ledger/statusWord.ts';
import type { Transaction } from '../ledger/transaction.ts';

/** What a notification says beside its attempt number and time (S165–S183); a field that does not apply is empty. */
export type NotificationPayload = Omit<NotificationWire, 'AttemptNumber' | 'SentDateTime'>;

export function notificationPayload(line: Transaction, profile: GatewayProfile): NotificationPayload {
  return {
    TransactionToken: line.token,
    OrderReference: line.orderReference,
    Status: statusWord(line.state, profile),
    AuthCode: line.authCode ?? '',
    CardInput: line.cardInput,
    PspId: String(line.pspId),
    Currency: line.currency,
    Amount: line.amount,
    CardNumber: line.card?.maskedNumber ?? '',
    CardExpiry: line.card?.expiry ?? '',
    CardHolderName: line.card?.holderName ?? '',
    CardCountry: line.card?.country ?? '',
    CardType: line.card?.brand ?? '',
    CardToken: line.cardToken ?? '',
    Acquirer: line.acquirer,
    Email: line.customer.email,
    UniqueReference: line.uniqueReference,
    ClientAccount: line.customer.clientAccount,
    Is3DS: line.is3ds,
    ...(line.udf !== null && profile.notification.udf === 'include' ? { UDF: { ...line.udf } } : {}),
  };
}

/**
 * The status endpoint's answer (N6). `isSuccess` says that the retrieval worked; how the payment went is in `Status`, the
 * acquirer's text in `errorMessage`. The interface document shows no field of it, so card, token and the other details of the
 * notification are there only where the options say so.
 */
export function statusBody(
  line: Transaction,
  profile: GatewayProfile,
  hasField: (field: string) => boolean,
): Partial<StatusWire> {
  const body: StatusWire = {
    ...notificationPayload(line, profile),
    isSuccess: true,
    errorMessage: line.errorMessage,
  };
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => name === 'TransactionToken' || hasField(name)),
  );
}
