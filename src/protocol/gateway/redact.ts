import { maskCardNumber } from './cardNumber.ts';
import { REDACTED, redactText } from './redactText.ts';

const MASKED_NAMES = new Set(['cardnumber', 'pan', 'primaryaccountnumber', 'accountnumber']);
const SECRET_NAMES = new Set(
  (
    'cvv cvv2 cvc cvc2 cvn cvn2 csc cid securitycode cardsecuritycode verificationvalue pin pinblock track track1 track2 ' +
    'cavv authenticationvalue cardtoken clientsecret signaturesecret secret password authorization proxyauthorization ' +
    'signature cookie setcookie'
  ).split(' '),
);
const MAX_DEPTH = 12;

/**
 * A copy of any value that may be logged, stored or shown: no card number, security code, card token or credential in
 * it, whatever the field's name, whichever text they hide in (T12). Errors, dates, maps, sets and bytes
 * become plain data. There is no way to switch this off.
 */
export function redact(value: unknown): unknown {
  return copy(value, '', 0, new Set());
}

/** The texts that `redact` hides for their field's name, so that they can be hidden in other fields as well. */
export function secretTexts(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    if (typeof item !== 'string') return secretTexts(item, depth + 1);
    return SECRET_NAMES.has(plain(name)) ? [item] : [];
  });
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function copy(value: unknown, name: string, depth: number, above: Set<object>): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean')
    return value ?? null;
  const plainName = plain(name);
  if (SECRET_NAMES.has(plainName)) return REDACTED;
  if (typeof value === 'string') {
    return MASKED_NAMES.has(plainName) ? maskCardNumber(value) : redactText(value);
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = MASKED_NAMES.has(plainName) ? maskCardNumber(String(value)) : redactText(String(value));
    return typeof value === 'number' && text === String(value) ? value : text;
  }
  if (typeof value !== 'object') return `[${typeof value}]`;
  if (above.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[too deep]';
  above.add(value);
  try {
    return copyObject(value, plainName, depth + 1, above);
  } finally {
    above.delete(value);
  }
}

function copyObject(value: object, name: string, depth: number, above: Set<object>): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, name, depth, above));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return redactText(value.href);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[bytes]';
  if (value instanceof Map || value instanceof Headers || value instanceof URLSearchParams) {
    return fields(
      Array.from(value as Iterable<[unknown, unknown]>, ([key, item]) => [String(key), item]),
      depth,
      above,
    );
  }
  if (value instanceof Set) return Array.from(value, (item) => copy(item, name, depth, above));
  if (value instanceof Error) {
    const { message, stack, cause } = value;
    const own = fields(Object.entries(value), depth, above);
    return {
      ...own,
      name: value.name,
      message: redactText(message),
      stack: redactText(stack ?? ''),
      ...(cause === undefined ? {} : { cause: copy(cause, 'cause', depth, above) }),
    };
  }
  return fields(Object.entries(value), depth, above);
}

function fields(entries: [string, unknown][], depth: number, above: Set<object>): Record<string, unknown> {
  // A null prototype's copy would surprise loggers; `__proto__` is defined, not assigned.
  const result: Record<string, unknown> = {};
  for (const [key, item] of entries) {
    Object.defineProperty(result, redactText(key), {
      value: copy(item, key, depth, above),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}
