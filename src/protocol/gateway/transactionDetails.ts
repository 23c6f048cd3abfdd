import { maskCardNumber } from './cardNumber.ts';
import { type FieldReader, optionalBoolean, optionalText, requiredId, requiredText } from './fieldReader.ts';
import type { GatewayProfile } from './profile.ts';
import { ShapeError } from './shapeError.ts';
import type { TransactionDetails, TransactionState } from './transaction.ts';

/** The gateway's status word in our words, letter case aside; `unknown` when the vocabulary lacks it (G1). */
export function readState(status: string, profile: Pick<GatewayProfile, 'status'>): TransactionState {
  const word = status.toUpperCase();
  const { vocabulary } = profile.status;
  return (Object.hasOwn(vocabulary, word) ? vocabulary[word] : undefined) ?? 'unknown';
}

/** Reads what notification and status answer share. @throws ShapeError naming the field. */
export function readDetails(
  field: FieldReader,
  profile: Pick<GatewayProfile, 'status' | 'notification'>,
): TransactionDetails {
  const status = requiredText(field, 'Status');
  const number = optionalText(field, 'CardNumber');
  const expiry = optionalText(field, 'CardExpiry');
  return {
    state: readState(status, profile),
    status,
    pspId: requiredId(field, 'PspId'),
    orderReference: requiredText(field, 'OrderReference'),
    uniqueReference: requiredText(field, 'UniqueReference'),
    transactionToken: optionalText(field, 'TransactionToken'),
    amount: readAmount(field('Amount')),
    currency: requiredText(field, 'Currency'),
    authCode: optionalText(field, 'AuthCode'),
    cardInput: optionalBoolean(field, 'CardInput'),
    cardNumber: number === null ? null : maskCardNumber(number),
    cardExpiry: expiry === null ? null : profile.notification.parseExpiry(expiry),
    cardHolderName: optionalText(field, 'CardHolderName'),
    cardCountry: optionalText(field, 'CardCountry'),
    cardType: optionalText(field, 'CardType'),
    cardToken: optionalText(field, 'CardToken'),
    acquirer: optionalText(field, 'Acquirer'),
    email: optionalText(field, 'Email'),
    clientAccount: optionalText(field, 'ClientAccount'),
    is3ds: optionalBoolean(field, 'Is3DS'),
    isTest: optionalBoolean(field, 'IsTest'),
    udf: readUdf(field('UDF')),
  };
}

/** A number keeps its digits as printed; whether it is the right sum is for `sameAmount` to say. */
function readAmount(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new ShapeError('Amount', 'a decimal string such as "10.50"');
}

function readUdf(value: unknown): Record<string, unknown> | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw new ShapeError('UDF', 'an object');
  return value as Record<string, unknown>;
}
