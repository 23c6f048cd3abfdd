import { hasDuplicateNames } from './duplicateNames.ts';
import { flatPairs } from './flatten.ts';
import type { NotificationRules } from './profile.ts';
import type { SignedMessage } from './signature.ts';

/** A notification as it leaves for the merchant: what is signed, and where it travels (N23). */
export interface EncodedNotification extends SignedMessage {
  /** Body of the request; `null` when the notification travels in the query. */
  body: string | null;
  contentType: string | null;
  /** To be added to the CallBackURL; empty unless `encode` is `query`. */
  query: string;
}

/** Writes a notification in the profile's form. Nested names are joined by `.` where the form has no nesting. */
export function encodeNotification(
  payload: Record<string, unknown>,
  encode: NotificationRules['encode'],
): EncodedNotification {
  if (encode === 'json') {
    const body = JSON.stringify(payload);
    return { payload, raw: body, body, contentType: 'application/json', query: '' };
  }
  const pairs = new URLSearchParams(flatPairs(payload)).toString();
  if (encode === 'query') return { payload, raw: pairs, body: null, contentType: null, query: pairs };
  return { payload, raw: pairs, body: pairs, contentType: 'application/x-www-form-urlencoded', query: '' };
}

/**
 * Reads what `encodeNotification` wrote. Fields of a form or query are all texts, and `UDF.x` becomes `{ UDF: { x } }`.
 * @throws SyntaxError when the body is not of the profile's form, or names a field twice.
 */
export function decodeNotification(
  { body, query }: { body: string; query: string },
  encode: NotificationRules['encode'],
): SignedMessage {
  if (encode === 'json') {
    // Some senders put a byte order mark before JSON, and a reader may ignore it (RFC 8259, 8.1). It is signed all the same.
    const json = body.startsWith('\uFEFF') ? body.slice(1) : body;
    const payload: unknown = JSON.parse(json);
    if (hasDuplicateNames(json, payload)) throw new SyntaxError('A field is there twice.');
    return { payload, raw: body };
  }
  const raw = encode === 'query' ? query : body;
  const payload: Record<string, unknown> = {};
  const nested = new Map<string, Record<string, unknown>>();
  for (const [name, value] of new URLSearchParams(raw)) {
    const dot = name.indexOf('.');
    const outer = dot === -1 ? name : name.slice(0, dot);
    const inner = dot === -1 ? null : name.slice(dot + 1);
    let target = payload;
    if (inner !== null) {
      target = nested.get(outer) ?? {};
      if (!nested.has(outer)) {
        if (Object.hasOwn(payload, outer)) throw new SyntaxError(`The field "${outer}" is there twice.`);
        nested.set(outer, target);
        define(payload, outer, target);
      }
    }
    if (Object.hasOwn(target, inner ?? outer)) throw new SyntaxError(`The field "${name}" is there twice.`);
    define(target, inner ?? outer, value);
  }
  return { payload, raw };
}

/** Assigning would set the prototype for a field named `__proto__`. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
