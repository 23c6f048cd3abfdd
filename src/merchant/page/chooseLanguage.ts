import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { RETURN_TEXTS } from '../../view/language/allReturnTexts.ts';
import { matchLanguage } from '../../view/language/matchLanguage.ts';

const TAGS = Object.keys(RETURN_TEXTS);
/** How many languages of a header are tried: no browser sends more, an attacker may (T45). */
const MOST_RANGES = 20;

/** The order's language, else the best of `Accept-Language`, else English. Always one that there are texts for. */
export function chooseLanguage(c: Context, ordered: string | null): string {
  return accepts(c, {
    header: 'Accept-Language',
    supports: TAGS,
    default: matchLanguage([ordered], TAGS).tag,
    match(ranges) {
      const accepted = ranges.filter(({ q }) => q > 0).map(({ type }) => type);
      return matchLanguage([ordered, ...accepted.slice(0, MOST_RANGES)], TAGS).tag;
    },
  });
}
