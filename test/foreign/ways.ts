import type { GatewayOptions } from '../../src/gateway/options.ts';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import type { ForeignOptions } from '../support/foreign/startForeignGateway.ts';

/** One way in which two sides that keep to the interface document may differ. */
export interface Way {
  /** How the gateway answers, or how we ask it. */
  name: string;
  options: ForeignOptions;
  client?: Partial<GatewayOptions>;
  /** What is read differently from `details`. */
  status?: object;
  notification?: object;
  /** Of the six endpoints, those whose answers it changes; the others are asked all the same. */
  facts?: string;
}

const spelling = (letters: string): Way => ({
  name: `names of answers spelt in ${letters}`,
  facts: 'S26 S101 S102 N1',
  options: { statusCase: letters, notificationCase: letters, executeCase: letters, createCase: letters },
});
export const profile = (over: Parameters<typeof defineProfile>[0]): Partial<GatewayOptions> => ({
  profile: defineProfile(over),
});
const both = (fields: object) => ({ status: fields, notification: fields });

export const WAYS: readonly Way[] = [
  { name: 'as the document has it', options: {} },
  ...['pascal', 'camel', 'mixed', 'lower', 'upper'].map(spelling),
  { name: 'PspId as a text everywhere', facts: 'S90 S170 G10', options: { pspIdAs: 'string' } },
  { name: 'PspId as a number everywhere', facts: 'S90 S170 G10', options: { pspIdAs: 'number' } },
  { name: 'Amount as a number', facts: 'G9', options: { amountAs: 'number' }, ...both({ amount: '10.5' }) },
  {
    name: 'Amount as a short text',
    facts: 'G9',
    options: { amountAs: 'shortString' },
    ...both({ amount: '10.5' }),
  },
  { name: 'SentDateTime in seconds', facts: 'S164 N18', options: { sentDateTimeAs: 's' } },
  { name: 'SentDateTime in microseconds', facts: 'S164 N18', options: { sentDateTimeAs: 'us' } },
  { name: 'SentDateTime in ISO 8601', facts: 'S164 N18', options: { sentDateTimeAs: 'iso' } },
  { name: 'SentDateTime as a text', facts: 'S164 N18', options: { sentDateTimeAs: 'msText' } },
  { name: 'AuthCode as a number', facts: 'S168', options: { authCodeAs: 'number' } },
  ...['YN', 'text', 'number'].map((form) => ({
    name: `booleans as ${form}`,
    facts: 'S169 S183',
    options: { booleansAs: form },
  })),
  {
    name: 'UDF as a list',
    facts: 'S131',
    options: { udfAs: 'list' },
    ...both({ udf: null, unreadable: ['UDF'] }),
  },
  { name: 'UDF as a text', facts: 'S131', options: { udfAs: 'text' } },
  { name: 'no UDF', facts: 'G4', options: { udf: 'omit' }, ...both({ udf: null }) },
  { name: 'CardExpiry as MM/YY', facts: 'S174 G15', options: { cardExpiryAs: 'MM/YY' } },
  { name: 'CardExpiry as M/YY', facts: 'S174 G15', options: { cardExpiryAs: 'M/YY' } },
  { name: 'CardExpiry as YYYY-MM', facts: 'S174 G15', options: { cardExpiryAs: 'YYYY-MM' } },
  {
    name: 'CardExpiry as MMYY',
    facts: 'S174 G15',
    options: { cardExpiryAs: 'MMYY' },
    ...both({ cardExpiry: null, unreadable: ['CardExpiry'] }),
  },
  {
    name: 'status words in upper case',
    facts: 'G1',
    options: { statusWordCase: 'upper' },
    ...both({ status: 'PROCESSED' }),
  },
  {
    name: 'status words in lower case',
    facts: 'G1',
    options: { statusWordCase: 'lower' },
    ...both({ status: 'processed' }),
  },
  {
    name: 'other status words, by a profile that knows them',
    facts: 'G1',
    options: {
      statusWords: { Processed: 'CAPTURED', PENDING: 'WAITING', Pending: 'WAITING', Declined: 'NOK' },
    },
    client: profile({
      status: { vocabulary: { CAPTURED: 'processed', WAITING: 'pending', NOK: 'declined' } },
    }),
    ...both({ status: 'CAPTURED' }),
  },
  { name: 'bankAccept as a word everywhere', facts: 'S93 S94 G11', options: { bankAcceptAs: 'word' } },
  { name: 'bankAccept as a boolean everywhere', facts: 'S93 S94 G11', options: { bankAcceptAs: 'boolean' } },
  {
    name: 'further fields, nested',
    facts: 'S187',
    options: {
      extraFields: { Fee: '0.30', Nested: { List: [1, { a: null }], Empty: {} }, constructor: 'x' },
    },
  },
  { name: 'empty fields as null', facts: 'S182', options: { emptyAs: 'null' } },
  { name: 'empty fields left out', facts: 'S182', options: { emptyAs: 'absent' } },
  { name: 'empty fields as empty texts', facts: 'S99 S182', options: { emptyAs: 'empty' } },
  { name: 'unsigned answers', facts: 'N16', options: { responseSignature: 'none' } },
  {
    name: 'wrongly signed answers that nobody looks at',
    facts: 'N16',
    options: { responseSignature: 'wrong' },
    client: profile({ signature: { responses: 'ignore' } }),
  },
  {
    name: 'signed answers that must be',
    facts: 'N16',
    options: {},
    client: profile({ signature: { responses: 'require' } }),
  },
  { name: 'a decline whose request succeeded', facts: 'G12', options: { declineIsSuccess: true } },
  {
    name: 'a decline called Processed',
    facts: 'G12 S93',
    options: { declineIsSuccess: true, declineBankResponse: 'Processed' },
  },
  { name: 'slow answers', facts: 'S106', options: { faults: { '*': { slowMs: 30 } } } },
  {
    name: 'digits sent as numbers',
    facts: 'S44 S59 S61 S64 G8',
    options: {},
    client: profile({ wire: { numbersAs: 'number' } }),
  },
  {
    name: 'Amount sent as a number',
    facts: 'S28 G9',
    options: {},
    client: profile({
      wire: { amount: (amount, endpoint) => (endpoint === 'execute' ? Number(amount) : amount) },
    }),
  },
  {
    name: 'Client in Pascal case',
    facts: 'S67 S68 G6 G7',
    options: {},
    client: profile({ wire: { clientCase: 'pascal' } }),
  },
  {
    name: 'a deletion that carries the token in its body',
    facts: 'S110 N12',
    options: { deleteTokenIn: 'body' },
    client: profile({ tokens: { deleteCarrier: 'body' } }),
  },
  {
    name: 'a deletion that carries the token in its path',
    facts: 'S110 N12',
    options: { deleteTokenIn: 'path' },
    client: profile({ tokens: { deleteCarrier: 'path' } }),
  },
  { name: 'a deletion answered without a body', facts: 'S110 N12', options: { deleteAnswer: 204 } },
];
