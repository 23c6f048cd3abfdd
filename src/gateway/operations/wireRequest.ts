import { checkRequest, endpointOf } from '../../protocol/gateway/checkRequest.ts';
import { formatAmount } from '../../protocol/gateway/money.ts';
import type { GatewayProfile, Variant } from '../../protocol/gateway/profile.ts';
import { REQUEST_SHAPES } from '../../protocol/gateway/requestShapes.ts';
import { ValidationError, type ValidationIssue } from '../errors/requestErrors.ts';
import { ownPath } from './ownNames.ts';
import { toWire } from './toWire.ts';

export interface WireRequestContext {
  profile: GatewayProfile;
  test: boolean;
  validate: 'strict' | 'warn' | 'off';
  now: () => number;
  uuid: () => string;
  warn: (operation: string, warning: string) => void;
}

/** A request as it will be sent, with the references that name it. */
export interface WireRequest {
  body: Record<string, unknown>;
  uniqueReference: string;
  orderReference: string;
  /** Decimal string. */
  amount: string;
}

/**
 * Builds and checks the body of a hosted page or direct connect request. `IsTest` is always sent (G19); a reference that
 * is not given is a new UUID (S33).
 * @throws ValidationError unless `validate` is set otherwise; an amount or reference that is no text or number always throws.
 */
export function buildRequest(
  variant: Variant,
  input: Readonly<Record<string, unknown>>,
  { profile, test, validate, now, uuid, warn }: WireRequestContext,
): WireRequest {
  const issues: ValidationIssue[] = [];
  const endpoint = endpointOf(variant);
  const uniqueReference = input.uniqueReference ?? uuid();
  const amount = decimal(input.amount, input.currency, profile, issues);
  const body = toWire(input, REQUEST_SHAPES[variant], profile, endpoint, issues);
  body.UniqueReference = uniqueReference;
  body.Amount = amount === null ? null : profile.wire.amount(amount, endpoint);
  body.IsTest = test;
  for (const issue of checkRequest(body, variant, profile, { now: now(), live: !test })) {
    const path = ownPath(issue.path);
    if (!issues.some((known) => known.path === path)) {
      issues.push({ path, rule: issue.rule, message: `expected ${issue.expected}` });
    }
  }
  const fatal = issues.length > 0 && (validate === 'strict' || amount === null);
  if (fatal) {
    throw new ValidationError(issues, {
      operation: variant,
      ...(typeof uniqueReference === 'string' ? { uniqueReference } : {}),
      ...(typeof input.orderReference === 'string' ? { orderReference: input.orderReference } : {}),
    });
  }
  if (issues.length > 0 && validate === 'warn') {
    for (const { path, message } of issues) warn(variant, `${path}: ${message}`);
  }
  return {
    body,
    uniqueReference: String(uniqueReference),
    orderReference: String(input.orderReference),
    amount: amount ?? '',
  };
}

function decimal(
  amount: unknown,
  currency: unknown,
  profile: GatewayProfile,
  issues: ValidationIssue[],
): string | null {
  if (amount === undefined || amount === null || amount === '') {
    issues.push({ path: 'amount', rule: 'required', message: 'expected to be present' });
    return null;
  }
  if (typeof amount !== 'string' && typeof amount !== 'bigint') {
    issues.push({
      path: 'amount',
      rule: 'type',
      message:
        'expected a decimal string such as "10.50", or minor units such as 1050n; a number would be rounded',
    });
    return null;
  }
  if (typeof currency !== 'string') return typeof amount === 'string' ? amount : String(amount);
  try {
    return formatAmount(amount, currency, profile.limits.decimals);
  } catch (error) {
    const unknownCurrency = (error as Error).message.includes('ISO 4217');
    issues.push({
      path: unknownCurrency ? 'currency' : 'amount',
      rule: 'shape',
      message: (error as Error).message,
    });
    return String(amount);
  }
}
