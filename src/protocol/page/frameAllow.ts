/** A feature's name, and who may use it; no list means whoever comes into the frame. */
export interface FrameRight {
  name: string;
  list: readonly string[];
}

const NAME = /^[a-z-]+$/;
/** `*`, a keyword, or an exact origin (https://www.w3.org/TR/permissions-policy/#allowlists). */
const ORIGIN = /^(\*|'(self|src|none)'|https?:\/\/[\w.:[\]-]+)$/;

/** The option `frameAllow` as rights, in order; `wrong`: what can be read as neither a name nor an origin. */
export function readFrameAllow(given: unknown): {
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
