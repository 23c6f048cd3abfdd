import { REDACTED } from '../protocol/gateway/redactText.ts';

/** Anything shorter would be found in words that are no secret. */
const SHORTEST = 6;

/**
 * A copy of plain data without these texts, wherever they stand. What has a telling name is redacted already; this is for
 * secrets whose name only this call knows: the path of a `CallBackURL`, a token that the profile calls `id`.
 */
export function hideValues(value: unknown, secrets: readonly string[]): unknown {
  const forms = new Set(
    secrets
      .filter((secret) => secret.length >= SHORTEST)
      .flatMap((secret) => [secret, encodeURIComponent(secret)]),
  );
  // The longest first: one may hold another.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return ordered.length === 0 ? value : copy(value, (text) => hideIn(text, ordered));
}

function hideIn(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) result = result.replaceAll(secret, REDACTED);
  return result;
}

function copy(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copy(item, hide));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [hide(name), copy(item, hide)]));
}
