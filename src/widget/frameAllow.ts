import type { CheckoutOptions } from './options.ts';

/** A feature's name, and who may use it; no list means whoever comes into the frame. */
export interface FrameRight {
  name: string;
  list: readonly string[];
}

const NAME = /^[a-z-]+$/;
/** `*`, a keyword, or an exact origin (https://www.w3.org/TR/permissions-policy/#allowlists). */
const ORIGIN = /^(\*|'(self|src|none)'|https?:\/\/[\w.:[\]-]+)$/;

/** The option `frameAllow` as rights, in order; `wrong`: what can be read as neither a name nor an origin. */
export function readFrameAllow(given: CheckoutOptions['frameAllow']): {
  rights: FrameRight[];
  wrong: string[];
} {
  const rights: (FrameRight & { list: string[] })[] = [];
  const wrong: string[] = [];
  for (const token of `${given ?? ''}`.split(/[\s;,]+/)) {
    const last = rights.at(-1);
    if (NAME.test(token)) rights.push({ name: token, list: [] });
    else if (last && ORIGIN.test(token)) last.list.push(token);
    else if (token) {
      wrong.push(token);
      // What was meant to be narrower does not become everybody's.
      last?.list.push("'none'");
    }
  }
  return { rights, wrong };
}

/**
 * A frame's `allow` with the option's rights in it; the option wins. What this browser is known not to know is left out, or it
 * writes a warning for it.
 *
 * @param usual our own rights.
 */
export function addRights(given: CheckoutOptions['frameAllow'], usual: string): string {
  const known = (document as { featurePolicy?: { features(): string[] } }).featurePolicy?.features();
  const all = new Map(usual.split(';').map((right) => [right.split(' ')[0] as string, right]));
  for (const { name, list } of readFrameAllow(given).rights) {
    if (known?.includes(name) ?? true) all.set(name, `${name} ${list.join(' ') || '*'}`);
  }
  return [...all.values()].join(';');
}
