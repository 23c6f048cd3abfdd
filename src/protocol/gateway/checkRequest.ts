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
  const issues: RequestIssue[] = [];
  const listed = wire.acceptCase === 'listed';
  const endpoint = endpointOf(variant);

  for (const path of limits.required[variant]) {
    const value = at(body, path, listed);
    if (value === undefined || value === null || value === '') {
      issues.push({ path, rule: 'required', expected: 'to be present' });
    }
  }
  if (variant === 'hostedPage' && limits.extraClientFields.length > 0) {
    for (const name of limits.extraClientFields) {
      const value = at(body, `Client.${name}`, listed);
      if (typeof value !== 'string' || value === '') {
        issues.push({ path: `Client.${name}`, rule: 'required', expected: 'to be present' });
      }
    }
  }
  checkObject(body, REQUEST_SHAPES[variant], '');
  checkMoney();
  checkUdf();
  return issues;

  function checkObject(object: Readonly<Record<string, unknown>>, shape: ObjectShape, above: string): void {
    for (const name of Object.keys(object)) {
      const value = object[name];
      const path = above === '' ? name : `${above}.${name}`;
      const known = Object.hasOwn(shape.fields, name) ? name : spelledAs(name, Object.keys(shape.fields));
      if (known === null) {
        if (!shape.open)
          issues.push({ path, rule: 'unknown', expected: 'a field that the interface document lists' });
        else checkOpen(value, path);
      } else if (known !== name && listed) {
        issues.push({ path, rule: 'spelling', expected: `to be spelled "${known}"` });
      } else if (value !== null && value !== undefined) {
        checkField(value, shape.fields[known] as FieldShape, path, known);
      }
    }
  }

  function checkField(value: unknown, shape: FieldShape, path: string, name: string): void {
    if (typeof shape === 'object') {
      if (typeof value !== 'object' || Array.isArray(value)) {
        issues.push({ path, rule: 'type', expected: 'an object' });
      } else checkObject(value as Record<string, unknown>, shape, path);
    } else if (shape === 'boolean') {
      if (typeof value !== 'boolean') issues.push({ path, rule: 'type', expected: 'true or false' });
    } else {
      const mayBeNumber =
        shape === 'digits' || shape === 'amount' || (shape === 'decimal' && amountIsNumber());
      const isNumber = typeof value === 'number' && Number.isFinite(value);
      if (typeof value !== 'string' && !(mayBeNumber && isNumber)) {
        issues.push({ path, rule: 'type', expected: mayBeNumber ? 'a text or a number' : 'a text' });
      } else checkText(String(value), path, name);
    }
  }

  /** The hosted page takes a decimal string (S120), unless the profile sends something else (G9). */
  function amountIsNumber(): boolean {
    return typeof wire.amount('1.00', endpoint) === 'number';
  }

  function checkText(text: string, path: string, name: string): void {
    if (text === '') return; // as if it were not there: `required` has its own say
    const rule = sameName(name, 'Country') ? countryRule() : ruleFor(name, limits.fields);
    if (rule && !rule.test(text, context)) issues.push({ path, rule: 'shape', expected: rule.expected });
  }

  /** In the form that the profile sends to this endpoint (G24). */
  function countryRule(): TextRule {
    const form = wire.country[endpoint];
    if (limits.fields.Country === false) return false;
    if (form === 'alpha-2') return ALPHA_2;
    return ruleFor(form === 'asGiven' ? '*' : 'Country', limits.fields);
  }

  /** A field that the document does not list, where it allows more: a text like those it lists. */
  function checkOpen(value: unknown, path: string): void {
    if (value === null || value === undefined) return;
    if (typeof value === 'string') checkText(value, path, '*');
    else issues.push({ path, rule: 'type', expected: 'a text' });
  }

  /** Decimals against currency: two fields, so no rule of one. */
  function checkMoney(): void {
    const amount = at(body, 'Amount', listed);
    const currency = at(body, 'Currency', listed);
    const shaped = (path: string) => !issues.some((issue) => sameName(issue.path, path));
    if (typeof currency !== 'string' || !shaped('Currency') || !shaped('Amount')) return;
    if (limits.fields.Currency === false || limits.fields.Amount === false) return;
    try {
      currencyDecimals(currency, limits.decimals);
    } catch {
      issues.push({ path: 'Currency', rule: 'shape', expected: 'a currency code of ISO 4217' });
      return;
    }
    if (amount === undefined || amount === null) return;
    try {
      parseAmount(String(amount), currency, limits.decimals);
    } catch {
      issues.push({ path: 'Amount', rule: 'shape', expected: `no more decimals than ${currency} has` });
    }
  }

  function checkUdf(): void {
    const udf = at(body, 'UDF', listed);
    if (udf === null || typeof udf !== 'object') return;
    if (Object.keys(udf).length > limits.udfPairs) {
      issues.push({ path: 'UDF', rule: 'size', expected: `at most ${limits.udfPairs} entries` });
    }
  }
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
