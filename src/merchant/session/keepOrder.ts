import { redact } from '../../protocol/gateway/redact.ts';

/**
 * The browser's `order` as JSON, to be kept with the session and priced again when the payment settles. Redacted like all that
 * is stored (T12), except for the order's own reference, which the record holds anyway and whose digits may look like a card
 * number's.
 */
export function keepOrder(order: unknown, orderReference: string): string {
  return JSON.stringify(copy('order', order, orderReference));
}

function copy(name: string, value: unknown, orderReference: string): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    if (String(value) === orderReference) return value;
  } else if (Array.isArray(value)) {
    return value.map((item) => copy(name, item, orderReference));
  } else if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [nameOf(key), copy(key, item, orderReference)]),
    );
  }
  return redactNamed(name, value)[1];
}

/** A name may hold a card number as well. */
const nameOf = (key: string): string => redactNamed(key, null)[0];

/** The name decides too: a field called `pin` is never kept. */
function redactNamed(name: string, value: unknown): [string, unknown] {
  const [entry] = Object.entries(redact({ [name]: value }) as Record<string, unknown>);
  return entry ?? [name, null];
}
