import { flatPairs } from './flatten.ts';

/**
 * One message as both sides see it: what a signature may be computed over.
 * For GET and DELETE `payload` is the query as a flat object and `raw` the query string (N17).
 */
export interface SignedMessage {
  payload: unknown;
  /** The exact text on the wire. */
  raw: string;
}

/** HMAC-SHA-256 of a UTF-8 text. Passed in, so that Node can use its own and a Worker WebCrypto's. */
export type Hmac = (secret: string, text: string) => Uint8Array | Promise<Uint8Array>;

/** Computes the value of the signature header, or `null` where the scheme signs nothing. */
export type SignatureScheme = (
  message: SignedMessage,
  secret: string,
  hmac: Hmac,
) => Promise<string | null> | string | null;

/**
 * The text that the gateway's scheme signs: nested keys joined by `.`, array items as `[i]`, null or absent as the
 * empty string, sorted by key (ordinal, before lower-casing), `key=value` joined by `&`, then lower-cased (N16).
 *
 * It escapes nothing and carries no time, so two payloads can share one signature: evidence, never the only check (T26).
 */
export function canonicalText(payload: unknown): string {
  return flatPairs(payload)
    .sort(([a], [b]) => (a < b ? -1 : a === b ? 0 : 1))
    .map(([path, text]) => `${path}=${text}`)
    .join('&')
    .toLowerCase();
}

/** The gateway's scheme: `canonicalText`, HMAC-SHA-256, base64. */
export function flatHmacSha256(): SignatureScheme {
  return (message, secret, hmac) => base64Of(hmac, secret, canonicalText(message.payload));
}

/** HMAC-SHA-256 over the exact bytes on the wire, base64. */
export function rawBodyHmac(): SignatureScheme {
  return (message, secret, hmac) => base64Of(hmac, secret, message.raw);
}

/** As `flatHmacSha256`, over the named top-level fields only, in the order given, values joined by `|`. */
export function fieldList(names: readonly string[]): SignatureScheme {
  return (message, secret, hmac) => {
    const values = new Map(flatPairs(message.payload));
    return base64Of(hmac, secret, names.map((name) => values.get(name) ?? '').join('|'));
  };
}

/** No signature: every notification then only causes a status call. */
export function none(): SignatureScheme {
  return () => null;
}

/** At once where the platform's HMAC is: the sandbox signs the addresses that customers return to without waiting. */
function base64Of(hmac: Hmac, secret: string, text: string): string | Promise<string> {
  const digest = hmac(secret, text);
  return digest instanceof Uint8Array ? base64(digest) : digest.then(base64);
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
