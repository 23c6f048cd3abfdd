import { maskCardNumber } from './cardNumber.ts';
import { ERROR_STATUS, ERROR_TEXT } from './errorCatalogue.ts';
import { parseExpiry } from './expiry.ts';
import { fieldReader, optionalText, requiredText } from './fieldReader.ts';
import { FIELD_RULES } from './fields.ts';
import { deepFreeze } from './freeze.ts';
import type { GatewayProfile } from './profile.ts';
import { flatHmacSha256 } from './signature.ts';
import type { TransactionState } from './transaction.ts';

const COMMON = [
  'TransactionType',
  'Amount',
  'Currency',
  'OrderReference',
  'UniqueReference',
  'RedirectionURL',
  'CallBackURL',
  'IsTest',
];
const CREDENTIALS = [
  'PaymentCredentials.CardNumber',
  'PaymentCredentials.ExpMonth',
  'PaymentCredentials.ExpYear',
  'PaymentCredentials.CardHolderName',
];
const REFUSED: readonly TransactionState[] = ['declined', 'failed', 'cancelled', 'expired'];

// Calls at the top are marked pure, so that who imports `formatAmount` alone does not ship the profile.
/** The default for every point that the interface document leaves open. Change it with `defineProfile`. */
export const defaultProfile: GatewayProfile = /* @__PURE__ */ deepFreeze({
  endpoints: {
    execute: { method: 'POST', path: '/api/directconnect/execute' },
    retrieve: { method: 'GET', path: '/api/transactions/retrieve' },
    tokenise: { method: 'POST', path: '/api/cards/tokenise' },
    getToken: { method: 'GET', path: '/api/cards/tokens/{cardToken}' },
    deleteToken: { method: 'DELETE', path: '/api/cards/tokenise' },
    createHpp: { method: 'POST', path: '/api/hpptoken/create' },
  },
  auth: ({ clientId, clientSecret }) => ({ Authorization: `Basic ${base64(`${clientId}:${clientSecret}`)}` }),
  signature: {
    header: 'Signature',
    sign: /* @__PURE__ */ flatHmacSha256(),
    input: (query) => ({ payload: query, raw: new URLSearchParams(query).toString() }),
    responses: 'ifPresent',
  },
  wire: {
    readCase: 'insensitive',
    acceptCase: 'listed',
    headers: {},
    clientCase: 'lower',
    numbersAs: 'string',
    amount: (amount) => amount,
    country: { createHpp: 'alpha-3', execute: 'asGiven' },
    accept: (value) => value === true || (typeof value === 'string' && /^(yes|true)$/i.test(value)),
    configuration: { showSavedCards: ['0', '1'], cardHolderNameEdit: ['false', 'true'] },
  },
  status: {
    query: ({ pspId, orderReference, uniqueReference }) => ({
      ...(pspId === undefined ? {} : { PspId: pspId }),
      ...(orderReference === undefined ? {} : { OrderReference: orderReference }),
      ...(uniqueReference === undefined ? {} : { UniqueReference: uniqueReference }),
    }),
    vocabulary: {
      PROCESSED: 'processed',
      PENDING: 'pending',
      DECLINED: 'declined',
      FAILED: 'failed',
      CANCELLED: 'cancelled',
      CANCELED: 'cancelled',
      EXPIRED: 'expired',
      LAPSED: 'lapsed',
    },
    machine: {
      pending: ['processed', 'declined', 'failed', 'cancelled', 'expired'],
      processed: ['lapsed'],
      declined: ['processed'],
      failed: ['processed'],
      cancelled: ['processed'],
      expired: ['processed'],
      lapsed: [],
      unknown: ['pending', 'processed', 'declined', 'failed', 'cancelled', 'expired'],
    },
  },
  tokens: {
    buildCreate: ({ cardHolderName, cardNumber, expMonth, expYear, clientAccount }) => ({
      CardHolderName: cardHolderName,
      CardNumber: cardNumber,
      ExpMonth: expMonth,
      ExpYear: expYear,
      ...(clientAccount === undefined ? {} : { ClientAccount: clientAccount }),
    }),
    parseCreate: (json) => optionalText(fieldReader(json, 'insensitive', 'the answer'), 'CardToken'),
    parseRecord: (json) => {
      const field = fieldReader(json, 'insensitive', 'the token record');
      const number = optionalText(field, 'CardNumber');
      return {
        cardToken: requiredText(field, 'CardToken'),
        cardNumber: number === null ? null : maskCardNumber(number),
        cardHolderName: optionalText(field, 'CardHolderName'),
        cardExpiry: optionalText(field, 'CardExpiry'),
        cardType: optionalText(field, 'CardType'),
        clientAccount: optionalText(field, 'ClientAccount'),
      };
    },
    deleteCarrier: 'query',
    deleteName: 'cardToken',
  },
  payouts: {},
  notification: {
    timeUnit: 'auto',
    schedule: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    isAcknowledged: (status) => status >= 200 && status < 300,
    timeoutMs: 15_000,
    ackBody: 'OK',
    method: 'POST',
    encode: 'json',
    onFailure: true,
    forDirectConnect: true,
    onExpiry: false,
    udf: 'include',
    parseExpiry,
  },
  redirect: {
    lifetimeMs: 120_000,
    query: ({ pspId, orderReference, status }) => ({
      Pspid: pspId,
      OrderReference: orderReference,
      Status: status.toUpperCase(),
    }),
    signatureName: 'Signature',
    declineEndsPage: false,
    headLivePage: 'test',
  },
  errors: {
    status: ERROR_STATUS,
    catalogue: ERROR_TEXT,
    parseCode: (message) => /^([A-Z][A-Z0-9_]{2,})(?::|$)/.exec(message)?.[1] ?? null,
    isDecline: ({ isSuccess, accepted, state }) =>
      !isSuccess || REFUSED.includes(state) || (state === 'processed' && !accepted),
  },
  limits: {
    fields: FIELD_RULES,
    decimals: {},
    required: {
      cardPayment: [...COMMON, 'PaymentCredentials', ...CREDENTIALS],
      tokenPayment: [...COMMON, 'Card', 'Card.CardToken'],
      payoutByPspId: [...COMMON, 'PspId'],
      payoutByToken: [...COMMON, 'PaymentDestination', 'PaymentDestination.CardToken'],
      payoutByCard: [...COMMON, 'PaymentCredentials', ...CREDENTIALS],
      hostedPage: COMMON,
    },
    languages: ['en', 'it', 'fr', 'de', 'es', 'mt', 'ar'],
    extraClientFields: [],
    udfPairs: 20,
    bodyBytes: 65_536,
    replay: 'replay',
    rate: null,
  },
});

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
