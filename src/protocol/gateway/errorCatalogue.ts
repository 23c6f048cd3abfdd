import type { ErrorCode } from './profile.ts';

/** N19, N20: code, HTTP status, text. A refused payment is a business result, hence 200 (G12). */
const CATALOGUE: Readonly<Record<ErrorCode, readonly [status: number, text: string]>> = {
  INVALID_JSON: [400, 'The body is not a JSON object.'],
  INVALID_FIELD: [400, 'A field has a wrong value.'],
  MISSING_FIELD: [400, 'A required field is missing.'],
  UNKNOWN_FIELD: [400, 'A field is not part of this request, or not spelled as documented.'],
  UNSUPPORTED: [400, 'This operation is not supported.'],
  AUTHENTICATION_FAILED: [401, 'The credentials are missing or wrong.'],
  SIGNATURE_INVALID: [401, 'The signature is missing or wrong.'],
  PCI_LEVEL_REQUIRED: [403, 'Full card details need SAQ D certification.'],
  MIT_NOT_APPROVED: [403, 'The acquirer has not approved merchant-initiated payments.'],
  LIVE_NOT_ALLOWED: [403, 'Live transactions are not allowed here.'],
  LIVE_CARD_REFUSED: [403, 'This looks like a real card. Use a test card.'],
  NOT_FOUND: [404, 'There is no such transaction.'],
  TOKEN_NOT_FOUND: [404, 'There is no such card token.'],
  REFERENCE_REUSED: [409, 'The unique reference was used before with another request.'],
  BODY_TOO_LARGE: [413, 'The body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be application/json.'],
  RATE_LIMITED: [429, 'Too many requests.'],
  INTERNAL_ERROR: [500, 'An internal error happened.'],
  DECLINED: [200, 'The issuer declined the payment.'],
  INSUFFICIENT_FUNDS: [200, 'The card lacks the funds.'],
  CARD_EXPIRED: [200, 'The card has expired.'],
  SECURITY_CODE_WRONG: [200, 'The security code is wrong.'],
  AUTHENTICATION_3DS_FAILED: [200, 'The cardholder was not authenticated.'],
  ACQUIRER_UNAVAILABLE: [200, 'The acquirer cannot be reached.'],
  INSUFFICIENT_MID_BALANCE: [200, 'The merchant account lacks the balance for this payout.'],
  ACQUIRER_WITHOUT_PAYOUTS: [200, 'The acquirer does not support payouts.'],
};

function column<T>(pick: (entry: readonly [number, string]) => T): Readonly<Record<ErrorCode, T>> {
  return Object.fromEntries(Object.entries(CATALOGUE).map(([code, entry]) => [code, pick(entry)])) as Record<
    ErrorCode,
    T
  >;
}

export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = /* @__PURE__ */ column(([status]) => status);
export const ERROR_TEXT: Readonly<Record<ErrorCode, string>> = /* @__PURE__ */ column(([, text]) => text);
