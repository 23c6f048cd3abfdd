import type { ListQuery, StoredNotification, Unfinished, UnfinishedKind } from '../contract.ts';
import { flag } from './columns.ts';
import type { SqlDriver, SqlValue } from './driver.ts';
import { IS_PAYMENT, IS_RELEASE } from './releases.ts';
import { notificationOf, sessionOf } from './rows.ts';

interface List {
  readonly from: string;
  /** Literal, as in the index: a partial index is used by a query that repeats its condition. */
  readonly which: string;
  readonly test: string;
  /** What the list is in order of, and what tells rows of one time apart: columns of an index. */
  readonly at: string;
  readonly id: string;
}

const OWED: Omit<List, 'which'> = {
  from: 'hpp_effects JOIN hpp_sessions ON hpp_sessions.id = hpp_effects.session_id',
  test: 'hpp_effects.test',
  at: 'hpp_effects.claimed_at',
  id: 'hpp_effects.session_id',
};

const LISTS: Readonly<Record<UnfinishedKind, List>> = {
  fulfilment: { ...OWED, which: `hpp_effects.state = 'pending' AND ${IS_PAYMENT}` },
  release: { ...OWED, which: `hpp_effects.state = 'pending' AND ${IS_RELEASE}` },
  details: {
    from: 'hpp_sessions',
    which: "(details = 'missing' OR (details IS NULL AND details_attempts > 0))",
    test: 'test',
    at: 'created_at',
    id: 'id',
  },
  due: {
    from: 'hpp_due JOIN hpp_sessions ON hpp_sessions.id = hpp_due.session_id',
    which: 'hpp_due.due_at IS NOT NULL',
    test: 'hpp_due.test',
    at: 'hpp_due.due_at',
    id: 'hpp_due.session_id',
  },
};

export async function listUnfinished(
  driver: SqlDriver,
  kind: UnfinishedKind,
  query: ListQuery,
): Promise<readonly Unfinished[]> {
  const { from, which, test, at, id } = LISTS[kind];
  const page = pageOf(at, id, query);
  const rows = await driver.read({
    sql: `SELECT hpp_sessions.*, ${at} AS listed_at FROM ${from}
      WHERE ${which} AND ${test} = ? AND ${page.which} ORDER BY ${at}, ${id} LIMIT ?`,
    values: [flag(query.test), ...page.values, query.limit],
  });
  return rows.map((row) => ({
    at: Number(row.listed_at),
    id: String(row.id),
    session: sessionOf(row).value,
  }));
}

export async function listOrphans(
  driver: SqlDriver,
  query: Omit<ListQuery, 'test'>,
): Promise<readonly StoredNotification[]> {
  const page = pageOf('last_at', 'digest', query);
  const rows = await driver.read({
    sql: `SELECT * FROM hpp_notices WHERE session_id IS NULL AND verified = 1 AND ${page.which}
      ORDER BY last_at, digest LIMIT ?`,
    values: [...page.values, query.limit],
  });
  return rows.map(notificationOf);
}

/** The range of times bounds what the index reads; the second condition leaves out what the page before had of its last time. */
function pageOf(
  at: string,
  id: string,
  { from = 0, before = Number.MAX_SAFE_INTEGER, after }: Omit<ListQuery, 'test' | 'limit'>,
): { which: string; values: readonly SqlValue[] } {
  const range = `${at} >= ? AND ${at} < ?`;
  if (after === undefined) return { which: range, values: [from, before] };
  return {
    which: `${range} AND (${at} > ? OR ${id} > ?)`,
    values: [Math.max(from, after.at), before, after.at, after.id],
  };
}
