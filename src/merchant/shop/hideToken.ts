import { redact } from '../../protocol/gateway/redact.ts';

/** Anything shorter is no token, and would be found everywhere. */
const SHORTEST_TOKEN = 8;
const HIDDEN = '[redacted]';

/**
 * A redacted copy that does not hold this card token in any text of it: the merchant's own data may repeat it, and so may the
 * message of a database that refused it (T12).
 */
export function hideToken(value: unknown, cardToken: string | null | undefined): unknown {
  return hideTokenIn(redact(value), cardToken);
}

/** The same of what is redacted already. */
export function hideTokenIn(redacted: unknown, cardToken: string | null | undefined): unknown {
  if (typeof cardToken !== 'string' || cardToken.length < SHORTEST_TOKEN) return redacted;
  const text = JSON.stringify(redacted);
  // As it stands in JSON, without the quotes.
  const needle = JSON.stringify(cardToken).slice(1, -1);
  return text?.includes(needle) ? JSON.parse(text.replaceAll(needle, HIDDEN)) : redacted;
}
