import { namesOf } from '../../help/namesOf.ts';
import { unknownNames } from '../../help/unknownNames.ts';
import type { ListPlace } from '../store/contract.ts';
import { shown } from './shown.ts';
import type { StuckQuery } from './types.ts';

const OPTIONS = namesOf<StuckQuery>({ limit: true, since: true, after: true });
const DEFAULT_LIMIT = 100;
const MOST = 1_000;

/** What a `StuckQuery` asks for. */
export interface StuckRange {
  readonly limit: number;
  /** In milliseconds of the store's clock. */
  readonly from: number;
  /** The section to begin in, and the place in it behind which to go on; `null`: its beginning. */
  readonly start: { readonly section: number; readonly after: ListPlace | null };
}

/**
 * @param sections how many there are to list.
 * @throws TypeError for a query that cannot be: it may come from a back office's own form.
 */
export function readStuckQuery(query: unknown, sections: number): StuckRange {
  if (query === undefined) return readStuckQuery({}, sections);
  if (typeof query !== 'object' || query === null || Array.isArray(query)) {
    throw wrong('', '{ limit, since, after }, each of them optional, or nothing', query);
  }
  const unknown = unknownNames('option of orders.stuck', query, OPTIONS);
  if (unknown.length > 0) throw new TypeError(unknown.join(' '));
  const { limit = DEFAULT_LIMIT, since, after } = query as Readonly<Record<keyof StuckQuery, unknown>>;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw wrong('limit: ', `a whole number from 1 to ${MOST}`, limit);
  }
  const from = since === undefined ? 0 : since instanceof Date ? since.getTime() : Number.NaN;
  if (Number.isNaN(from)) {
    throw wrong('since: ', 'a valid Date, such as new Date(Date.now() - 86_400_000)', since);
  }
  const start = after === undefined ? { section: 0, after: null } : placeOf(after);
  if (start === null || start.section >= sections) {
    throw wrong('after: ', 'the "next" of the page before, as it was', after);
  }
  return { limit, from, start };
}

function placeOf(after: unknown): StuckRange['start'] | null {
  const [, section, at, id] =
    /^(\d{1,3})(?:\.(\d{1,15})\.([^\0]+))?$/s.exec(typeof after === 'string' ? after : '') ?? [];
  if (section === undefined) return null;
  return {
    section: Number(section),
    after: at === undefined || id === undefined ? null : { at: Number(at), id },
  };
}

const wrong = (what: string, expected: string, got: unknown) =>
  new TypeError(`orders.stuck: ${what}expected ${expected}, got ${shown(got)}.`);
