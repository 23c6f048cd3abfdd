import { looksLikeCardNumber, maskCardNumber } from './cardNumber.ts';

export const REDACTED = '[redacted]';

const SECRET_NAMES =
  'cvv2?|cvc2?|cvn2?|csc|security_?code|card_?security_?code|pin|cavv|card_?token|client_?secret|signature_?secret|signature|password|secret';
const NAMED_VALUE = new RegExp(
  `(["']?)\\b(${SECRET_NAMES})\\b\\1(\\s*(?:[:=]|%3[aAdD])\\s*)("(?:[^"\\\\]|\\\\.)*"|'[^']*'|\\[?[^\\s&,;}\\]"']+\\]?)`,
  'gi',
);
const CREDENTIALS = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]{4,}/gi;
/** The handler's notification address: what stands behind the session's id is its secret. Slashes may be escaped. */
const NOTIFY_PATH = /((?:\\?\/|%2f)notify(?:\\?\/|%2f)[0-9a-f]{32}(?:\\?\/|%2f))[^/?#\s"'&\\%]+/gi;
const TOKEN_PATH = /(\/cards\/tokens\/|\/cards\/tokenise\/)[^/?#\s"']+/gi;

/** Of `Basic abcd`, the shortest secret that is not named. */
const SHORTEST = 10;
/** Digits of the longest card number, hence the most groups that can make one. */
const LONGEST = 19;
/** Digits, one separator between them at most. */
const DIGIT_RUN = /\d(?:(?:[ \u00a0._+/-]|%20|%2[dD])?\d){12,}/g;
const SEPARATOR = /[ \u00a0._+/-]|%20|%2[dD]/g;
/** Names made by machines, whose digits mean nothing: UUIDs, and hex of 32, 40 or 64 characters with a letter in it. */
const MACHINE_NAME =
  /(?<![0-9a-z])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[0-9]*[a-f])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}))(?![0-9a-z])/gi;
const BASE64 = /[A-Za-z0-9+/_-]{18,}={0,2}/g;

/**
 * The text without card numbers, security codes, card tokens, credentials and notification secrets: by name (`CvV2=…`, `"CardToken": …`,
 * `Basic …`) and, for card numbers, by their digits wherever they stand, spaced, dashed, URL-escaped or in base64 (T12).
 */
export function redactText(text: string): string {
  let result = text;
  const mayName = /[:=%]/.test(result);
  // Most field names and many values.
  if (!mayName && text.length < SHORTEST) return text;
  if (mayName) {
    result = result.replace(NAMED_VALUE, (_all, quote: string, name: string, sign: string, value: string) => {
      const mark = value[0] === '"' || value[0] === "'" ? value[0] : '';
      return `${quote}${name}${quote}${sign}${mark}${REDACTED}${mark}`;
    });
  }
  result = result
    .replace(CREDENTIALS, `$1 ${REDACTED}`)
    .replace(TOKEN_PATH, `$1${REDACTED}`)
    .replace(NOTIFY_PATH, `$1${REDACTED}`);
  return hideCardNumbers(hideEncodedCardNumbers(result));
}

function hideCardNumbers(text: string): string {
  let safe: [from: number, to: number][] | undefined;
  return text.replace(DIGIT_RUN, (run, at: number) => {
    safe ??= spans(text, MACHINE_NAME);
    return safe.some(([from, to]) => from < at + run.length && at < to) ? run : hideInRun(run);
  });
}

/** A run may hold more than the card number (`order 12 4111 1111 …`), so every span of whole groups is tried, longest first. */
function hideInRun(run: string): string {
  const groups = run.split(SEPARATOR);
  const separators = run.match(SEPARATOR) ?? [];
  let result = '';
  for (let from = 0; from < groups.length; ) {
    let taken = 0;
    for (let to = Math.min(groups.length, from + LONGEST); to > from; to--) {
      const digits = groups.slice(from, to).join('');
      if (digits.length < 13 || digits.length > LONGEST || !looksLikeCardNumber(digits)) continue;
      result += maskCardNumber(digits);
      taken = to - from;
      break;
    }
    if (taken === 0) {
      result += groups[from];
      taken = 1;
    }
    from += taken;
    if (from < groups.length) result += separators[from - 1];
  }
  return result;
}

function hideEncodedCardNumbers(text: string): string {
  if (text.length < 18) return text;
  return text.replace(BASE64, (word) => {
    if (/^\d+$/.test(word)) return word;
    try {
      const plain = atob(word.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, ''));
      return hideCardNumbers(plain) === plain ? word : REDACTED;
    } catch {
      return word; // no base64
    }
  });
}

function spans(text: string, pattern: RegExp): [from: number, to: number][] {
  return Array.from(text.matchAll(pattern), (match) => [match.index, match.index + match[0].length]);
}
