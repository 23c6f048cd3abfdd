import { checkRequest, type RequestIssue } from '../../protocol/gateway/checkRequest.ts';
import { type FieldReader, fieldReader } from '../../protocol/gateway/fieldReader.ts';
import { formatAmount } from '../../protocol/gateway/money.ts';
import type { ErrorCode, GatewayProfile, Variant } from '../../protocol/gateway/profile.ts';
import { REQUEST_SHAPES } from '../../protocol/gateway/requestShapes.ts';
import type { NewTransaction } from '../ledger/newTransaction.ts';
import { notificationBehaviour } from '../notify/notificationBehaviour.ts';
import { ApiError } from './apiError.ts';
import { pick } from './pick.ts';

const CODES: Readonly<Record<RequestIssue['rule'], ErrorCode>> = {
  required: 'MISSING_FIELD',
  unknown: 'UNKNOWN_FIELD',
  spelling: 'UNKNOWN_FIELD',
  type: 'INVALID_FIELD',
  shape: 'INVALID_FIELD',
  size: 'INVALID_FIELD',
};

/** Fields of a request whose shape was checked; names in any letter case, since the check has ruled on that (N1). */
export interface RequestFields {
  field: FieldReader;
  text(name: string): string;
  object(name: string): FieldReader;
}

export interface RequestContext {
  profile: GatewayProfile;
  now: number;
  allowLive: boolean;
}

/**
 * Checks a request against the profile's rules and gives access to its fields.
 * @throws ApiError naming every field that is wrong and what was expected.
 */
export function readRequest(
  body: Readonly<Record<string, unknown>>,
  variant: Variant,
  { profile, now, allowLive }: RequestContext,
): RequestFields {
  const field = fieldReader(body, 'insensitive', 'the request');
  const live = field('IsTest') === false;
  if (live && !allowLive) {
    throw new ApiError('LIVE_NOT_ALLOWED', 'IsTest: expected true; this sandbox takes no live transactions.');
  }
  const issues = withoutEchoes(checkRequest(body, variant, profile, { now, live }));
  const first = issues[0];
  if (first !== undefined) {
    const text = issues.map(({ path, expected }) => `${path}: expected ${expected}`).join('; ');
    throw new ApiError(CODES[first.rule], `${text}.`);
  }
  return {
    field,
    text: (name) => textOf(field(name)),
    object: (name) => fieldReader(field(name) ?? {}, 'insensitive', name),
  };
}

/** Sources of the documented payouts; a payout to another method has one of its own, which only the profile knows. */
const SOURCES = ['PspId', 'PaymentDestination', 'PaymentCredentials', 'Card'];

/** A payout to another payment method (N9): what every variant has is checked, the rest is the profile's own affair. */
export function readApmPayout(
  body: Readonly<Record<string, unknown>>,
  context: RequestContext,
): RequestFields {
  const { limits } = context.profile;
  const names = Object.keys(REQUEST_SHAPES.payoutByPspId.fields).filter((name) => !SOURCES.includes(name));
  const required = limits.required.payoutByPspId.filter((name) => !SOURCES.includes(name));
  const profile = {
    ...context.profile,
    limits: { ...limits, required: { ...limits.required, payoutByPspId: required } },
  };
  return readRequest(pick(body, ...names), 'payoutByPspId', { ...context, profile });
}

/** An object of the wrong type also lacks every field that it should hold; the first says it all. */
function withoutEchoes(issues: readonly RequestIssue[]): readonly RequestIssue[] {
  const wrong = issues.filter(({ rule }) => rule === 'type').map(({ path }) => `${path}.`);
  return issues.filter(({ path }) => !wrong.some((above) => path.startsWith(above)));
}

export function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** The part of a ledger transaction that every variant fills in the same way (S117). @throws ApiError */
export function commonDetails(
  { field, text, object }: RequestFields,
  { profile }: RequestContext,
  acquirer: string,
): Omit<NewTransaction, 'kind' | 'type' | 'channel' | 'token' | 'base' | 'endsAt'> {
  const client = object('Client');
  const udf = field('UDF');
  const transaction = {
    orderReference: text('OrderReference'),
    uniqueReference: text('UniqueReference'),
    amount: amountOf(text('Amount'), text('Currency'), profile),
    currency: text('Currency'),
    test: field('IsTest') !== false,
    redirectionUrl: text('RedirectionURL'),
    failRedirectionUrl: text('FailRedirectionURL') || text('RedirectionURL'),
    callBackUrl: text('CallBackURL'),
    language: languageOf(text('Language'), profile),
    customer: {
      email: textOf(client('Email')),
      clientAccount: textOf(client('ClientAccount')),
      name: [client('FirstName'), client('LastName')].map(textOf).filter(Boolean).join(' '),
    },
    udf: typeof udf === 'object' ? (udf as Record<string, unknown> | null) : null,
    configuration: configurationOf(field('Configuration')),
    acquirer: textOf(object('Routing')('ForceBank')) || acquirer,
  };
  try {
    notificationBehaviour(transaction.udf);
  } catch (error) {
    throw new ApiError('INVALID_FIELD', `UDF.sandbox: ${(error as RangeError).message}.`);
  }
  return transaction;
}

/** The check has ruled on it, unless the profile turned that rule off. */
function amountOf(amount: string, currency: string, { limits }: GatewayProfile): string {
  try {
    return formatAmount(amount, currency, limits.decimals);
  } catch (error) {
    throw new ApiError('INVALID_FIELD', `Amount: ${(error as RangeError).message}`);
  }
}

function languageOf(language: string, { limits }: GatewayProfile): string {
  return limits.languages.includes(language) ? language : (limits.languages[0] ?? 'en');
}

function configurationOf(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, entry]) => [name, textOf(entry)]));
}
