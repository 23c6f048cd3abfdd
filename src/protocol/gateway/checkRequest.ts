import { sameName, spelledAs } from './fieldNames.ts';
import { currencyDecimals, parseAmount } from './money.ts';
import type {
  GatewayProfile,
  LimitRules,
  PaymentEndpoint,
  RuleContext,
  TextRule,
  Variant,
} from './profile.ts';
import { type FieldShape, type ObjectShape, REQUEST_SHAPES } from './requestShapes.ts';

/** One thing wrong with a request. `path` is in the document's spelling: `Client.Country`. */
export interface RequestIssue {
  path: string;
  rule: 'required' | 'type' | 'shape' | 'unknown' | 'spelling' | 'size';
  /** What was expected, as half a sentence; never the value that was given. */
  expected: string;
}

/**
 * Checks a wire body against the profile's section 7 rules: required fields (N2), types, spellings (N1), shapes (N26).
 * Client (before sending) and sandbox (on receipt) ask the same. An empty list means that all is well.
 */
export function checkRequest(
  body: Readonly<Record<string, unknown>>,
  variant: Variant,
  profile: Pick<GatewayProfile, 'limits' | 'wire'>,
  context: RuleContext,
): RequestIssue[] {
  const { limits, wire } = profile;
  const exact = wire.acceptCase === 'listed';
  const shape = checkObject(body, REQUEST_SHAPES[variant], '', {
    exact,
    wire,
    endpoint: endpointOf(variant),
    fields: limits.fields,
    context,
  });
  const issues = [...checkRequired(body, variant, limits, exact), ...shape];
  return [...issues, ...checkMoney(body, limits, exact, issues), ...checkUdf(body, limits, exact)];
}

/** What the fields of one request are checked by. */
interface FieldContext {
  /** Names must be spelled as the document lists them. */
  exact: boolean;
  wire: GatewayProfile['wire'];
  endpoint: PaymentEndpoint;
  fields: LimitRules['fields'];
  context: RuleContext;
}

function checkRequired(
  body: Readonly<Record<string, unknown>>,
  variant: Variant,
  { required, extraClientFields }: LimitRules,
  exact: boolean,
): RequestIssue[] {
  const isMissing = (path: string) => {
    const value = at(body, path, exact);
    return value === undefined || value === null || value === '';
  };
  const isNoText = (path: string) => isMissing(path) || typeof at(body, path, exact) !== 'string';
  const extra = variant === 'hostedPage' ? extraClientFields.map((name) => `Client.${name}`) : [];
  return [...required[variant].filter(isMissing), ...extra.filter(isNoText)].map((path) => ({
    path,
    rule: 'required',
    expected: 'to be present',
  }));
}

function checkObject(
  object: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  above: string,
  by: FieldContext,
): RequestIssue[] {
  return Object.entries(object).flatMap(([name, value]): RequestIssue[] => {
    const path = above === '' ? name : `${above}.${name}`;
    const known = Object.hasOwn(shape.fields, name) ? name : spelledAs(name, Object.keys(shape.fields));
    if (known === null) {
      return shape.open
        ? checkOpen(value, path, by)
        : [{ path, rule: 'unknown', expected: 'a field that the interface document lists' }];
    }
    if (known !== name && by.exact) {
      return [{ path, rule: 'spelling', expected: `to be spelled "${known}"` }];
    }
    if (value === null || value === undefined) return [];
    return checkField(value, shape.fields[known] as FieldShape, path, known, by);
  });
}

function checkField(
  value: unknown,
  shape: FieldShape,
  path: string,
  name: string,
  by: FieldContext,
): RequestIssue[] {
  if (typeof shape === 'object') {
    return typeof value !== 'object' || Array.isArray(value)
      ? [{ path, rule: 'type', expected: 'an object' }]
      : checkObject(value as Record<string, unknown>, shape, path, by);
  }
  if (shape === 'boolean') {
    return typeof value === 'boolean' ? [] : [{ path, rule: 'type', expected: 'true or false' }];
  }
  // The hosted page takes a decimal string (S120), unless the profile sends something else (G9).
  const amountIsNumber = () => typeof by.wire.amount('1.00', by.endpoint) === 'number';
  const mayBeNumber = shape === 'digits' || shape === 'amount' || (shape === 'decimal' && amountIsNumber());
  if (typeof value === 'string' || (mayBeNumber && Number.isFinite(value))) {
    return checkText(String(value), path, name, by);
  }
  return [{ path, rule: 'type', expected: mayBeNumber ? 'a text or a number' : 'a text' }];
}

function checkText(text: string, path: string, name: string, by: FieldContext): RequestIssue[] {
  if (text === '') return []; // as if it were not there, which `required` checks
  const rule = sameName(name, 'Country') ? countryRule(by) : ruleFor(name, by.fields);
  return rule && !rule.test(text, by.context) ? [{ path, rule: 'shape', expected: rule.expected }] : [];
}

/** In the form that the profile sends to this endpoint (G24). */
function countryRule({ wire, endpoint, fields }: FieldContext): TextRule {
  const form = wire.country[endpoint];
  if (fields.Country === false) return false;
  if (form === 'alpha-2') return ALPHA_2;
  return ruleFor(form === 'asGiven' ? '*' : 'Country', fields);
}

/** A field that the document does not list, where it allows more: a text like those it lists. */
function checkOpen(value: unknown, path: string, by: FieldContext): RequestIssue[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'string'
    ? checkText(value, path, '*', by)
    : [{ path, rule: 'type', expected: 'a text' }];
}

/** Decimals against currency: two fields, so no rule of one. */
function checkMoney(
  body: Readonly<Record<string, unknown>>,
  { fields, decimals }: LimitRules,
  exact: boolean,
  known: readonly RequestIssue[],
): RequestIssue[] {
  const amount = at(body, 'Amount', exact);
  const currency = at(body, 'Currency', exact);
  const isWrong = (path: string) => known.some((issue) => sameName(issue.path, path));
  if (typeof currency !== 'string' || isWrong('Currency') || isWrong('Amount')) return [];
  if (fields.Currency === false || fields.Amount === false) return [];
  try {
    currencyDecimals(currency, decimals);
  } catch {
    return [{ path: 'Currency', rule: 'shape', expected: 'a currency code of ISO 4217' }];
  }
  if (amount === undefined || amount === null) return [];
  try {
    parseAmount(String(amount), currency, decimals);
    return [];
  } catch {
    return [{ path: 'Amount', rule: 'shape', expected: `no more decimals than ${currency} has` }];
  }
}

function checkUdf(
  body: Readonly<Record<string, unknown>>,
  { udfPairs }: LimitRules,
  exact: boolean,
): RequestIssue[] {
  const udf = at(body, 'UDF', exact);
  if (udf === null || typeof udf !== 'object' || Object.keys(udf).length <= udfPairs) return [];
  return [{ path: 'UDF', rule: 'size', expected: `at most ${udfPairs} entries` }];
}

const ALPHA_2: TextRule = {
  expected: 'two capital letters (ISO 3166 alpha-2) such as "MT"',
  test: (text) => /^[A-Z]{2}$/.test(text),
};

/** The endpoint that a variant of a request goes to. */
export function endpointOf(variant: Variant): PaymentEndpoint {
  return variant === 'hostedPage' ? 'createHpp' : 'execute';
}

/** The rule of a listed field in any letter case (`country`, `Country`), or that for every other text. */
function ruleFor(name: string, fields: LimitRules['fields']): TextRule {
  return fields[spelledAs(name, Object.keys(fields)) ?? '*'] ?? false;
}

function at(body: Readonly<Record<string, unknown>>, path: string, exact: boolean): unknown {
  let value: unknown = body;
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object') return undefined;
    const object = value as Record<string, unknown>;
    const key = exact ? name : spelledAs(name, Object.keys(object));
    value = key !== null && Object.hasOwn(object, key) ? object[key] : undefined;
  }
  return value;
}
