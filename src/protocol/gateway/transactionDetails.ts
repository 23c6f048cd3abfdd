import { maskCardNumber } from './cardNumber.ts';
import { type DetailReader, plainText } from './detailReader.ts';
import { type FieldReader, optionalBoolean, optionalText, requiredId, requiredText } from './fieldReader.ts';
import type { GatewayProfile } from './profile.ts';
import { ShapeError } from './shapeError.ts';
import type {
  BaseDetails,
  CardExpiry,
  PartialDetails,
  TransactionDetails,
  TransactionState,
} from './transaction.ts';

/** The state for the gateway's status, in any letter case; `unknown` when the vocabulary lacks it (G1). */
export function readState(status: string, profile: Pick<GatewayProfile, 'status'>): TransactionState {
  const name = status.toUpperCase();
  const { vocabulary } = profile.status;
  return (Object.hasOwn(vocabulary, name) ? vocabulary[name] : undefined) ?? 'unknown';
}

type Settling = Exclude<keyof TransactionDetails, keyof BaseDetails>;

/** What a notification must say, under the names of the interface document. */
const SETTLING: Readonly<Record<Settling, readonly [name: string, expected: string]>> = {
  pspId: ['PspId', 'an id: a whole number or a text'],
  orderReference: ['OrderReference', 'a text that is not empty'],
  uniqueReference: ['UniqueReference', 'a text that is not empty'],
  amount: ['Amount', 'a decimal string such as "10.50"'],
  currency: ['Currency', 'a text that is not empty'],
};

/** As `readPartialDetails`, of a message that must say all that settles money. @throws ShapeError */
export function readDetails(...message: Parameters<typeof readPartialDetails>): TransactionDetails {
  const details = readPartialDetails(...message);
  for (const own of Object.keys(SETTLING) as Settling[]) {
    if (details[own] === null) throw new ShapeError(...SETTLING[own]);
  }
  return details as TransactionDetails;
}

/**
 * Reads what notification and status answer share: strictly what settles money (status, amount, currency, references, test
 * flag), leniently the rest. What is not there is `null`, but the status.
 * @throws ShapeError naming the strict field that is there and of the wrong type.
 */
export function readPartialDetails(
  field: FieldReader,
  detail: DetailReader,
  profile: Pick<GatewayProfile, 'status' | 'notification'>,
): PartialDetails {
  const status = requiredText(field, 'Status');
  const number = detail.text('CardNumber');
  return {
    state: readState(status, profile),
    status,
    pspId: readId(field('PspId')),
    orderReference: optionalText(field, 'OrderReference'),
    uniqueReference: optionalText(field, 'UniqueReference'),
    transactionToken: detail.text('TransactionToken'),
    amount: readAmount(field('Amount')),
    currency: optionalText(field, 'Currency'),
    authCode: detail.text('AuthCode'),
    cardInput: detail.flag('CardInput'),
    cardNumber: number === null ? null : maskCardNumber(number),
    cardExpiry: detail.by('CardExpiry', (value) => readExpiry(value, profile)),
    cardHolderName: detail.text('CardHolderName'),
    cardCountry: detail.text('CardCountry'),
    cardType: detail.text('CardType'),
    cardToken: detail.text('CardToken'),
    acquirer: detail.text('Acquirer'),
    email: detail.text('Email'),
    clientAccount: detail.text('ClientAccount'),
    is3ds: detail.flag('Is3DS'),
    isTest: optionalBoolean(field, 'IsTest'),
    udf: detail.by('UDF', readUdf),
  };
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

const readId = (value: unknown) => (isAbsent(value) ? null : requiredId(() => value, 'PspId'));

/** A number keeps its digits as printed; whether it is the right sum is for `sameAmount` to say. */
function readAmount(value: unknown): string | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new ShapeError(...SETTLING.amount);
}

function readExpiry(
  value: unknown,
  { notification }: Pick<GatewayProfile, 'notification'>,
): CardExpiry | undefined {
  const text = plainText(value);
  return text === undefined ? undefined : (notification.parseExpiry(text) ?? undefined);
}

/** An object, also written as a JSON text. A list has no names, so what it means is not plain; `raw` still shows it. */
function readUdf(value: unknown): Record<string, unknown> | undefined {
  const udf: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return typeof udf === 'object' && udf !== null && !Array.isArray(udf)
    ? (udf as Record<string, unknown>)
    : undefined;
}
