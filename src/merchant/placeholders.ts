import { nearestName } from '../help/nearestName.ts';
import { CheckoutConfigError } from './configError.ts';

/** What a configured address may hold in braces. */
export interface PlaceholderValues {
  orderReference: string;
  sessionId: string;
}

const VALUE_OF = { ORDER_REFERENCE: 'orderReference', SESSION_ID: 'sessionId' } as const;
const NAMES = Object.keys(VALUE_OF) as (keyof typeof VALUE_OF)[];
/** Braces may come percent-encoded, as `new URL(…).href` writes those of a path. */
const PLACEHOLDER = new RegExp(`(?:\\{|%7[Bb])(${NAMES.join('|')})(?:\\}|%7[Dd])`, 'g');
const LOOKS_LIKE_ONE = /\{([^{}]*)\}?|%7[Bb]([A-Z_]+)%7[Dd]|\}/;

/**
 * Fills `{ORDER_REFERENCE}` and `{SESSION_ID}`, percent-encoded: no value can add a path segment, a query or a host.
 * (`.` and `..` take one away, which no encoding prevents: https://url.spec.whatwg.org/#double-dot-path-segment.)
 * An order reference may hold half of a surrogate pair, which has no encoding.
 */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(PLACEHOLDER, (_, name: keyof typeof VALUE_OF) =>
    encodeURIComponent(values[VALUE_OF[name]].replace(/\p{Cs}/gu, '\uFFFD')),
  );
}

export function hasPlaceholders(text: string): boolean {
  return text.search(PLACEHOLDER) !== -1;
}

/**
 * Checks the placeholders of a configured address. They stand in its path, query or fragment only: an order reference must not
 * choose the host (T17).
 *
 * @throws CheckoutConfigError that names the one that is none, and the one that was probably meant.
 */
export function assertPlaceholders(option: string, text: string, base?: string | URL): void {
  const left = LOOKS_LIKE_ONE.exec(text.replace(PLACEHOLDER, ''));
  if (left !== null) {
    const known = NAMES.map((name) => `{${name}}`);
    const nearest = nearestName(left[1] ?? left[2] ?? '', NAMES);
    const meant = nearest === undefined ? `Known are ${known.join(' and ')}.` : `Did you mean {${nearest}}?`;
    throw new CheckoutConfigError(`${option}: "${left[0]}" in "${text}" is no placeholder. ${meant}`);
  }
  const [one, another] = ['a', 'b'].map((value) =>
    siteOf(fillPlaceholders(text, { orderReference: value, sessionId: value }), base),
  );
  if (one !== another) {
    throw new CheckoutConfigError(
      `${option}: a placeholder of "${text}" is in its host. Expected placeholders in the path, the query or the fragment.`,
    );
  }
}

/** All that stands before the path; `null`: no address. */
function siteOf(text: string, base?: string | URL): string | null {
  if (!URL.canParse(text, base)) return null;
  const { protocol, username, password, host } = new URL(text, base);
  return [protocol, username, password, host].join(' ');
}
