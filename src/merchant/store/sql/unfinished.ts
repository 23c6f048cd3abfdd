import type {
  ListQuery,
  StoredNotification,
  Unfinished,
  UnfinishedKind,
  UnfinishedQuery,
} from '../contract.ts';
import { flag } from './columns.ts';
import type { Row, SqlDriver, SqlValue } from './driver.ts';
import { IS_PAYMENT, IS_RELEASE } from './releases.ts';
import { eventOf, fulfilmentOf, notificationOf, releaseOf, sessionOf } from './rows.ts';

interface List {
  readonly table: string;
  /** Literal, as in the index: a partial index is used by a query that repeats its condition. */
  readonly which: string;
  /** The same on MySQL, where a generated column stands for the condition: it has no partial indexes. */
  readonly onMysql?: string;
  /** What the list is in order of, and what tells rows of one time apart: columns of an index. */
  readonly at: string;
  readonly id: string;
}

const OWED = { table: 'hpp_effects', at: 'claimed_at', id: 'session_id' };

const LISTS: Readonly<Record<UnfinishedKind, List>> = {
  fulfilment: { ...OWED, which: `state = 'pending' AND ${IS_PAYMENT}` },
  release: { ...OWED, which: `state = 'pending' AND ${IS_RELEASE}` },
  // Few are pending at a time, by the index of the statuses.
  pending: {
    table: 'hpp_sessions',
    which: "status = 'pending' AND pending_attempts > 0 AND pending_told_at IS NULL",
    at: 'created_at',
    id: 'id',
  },
  details: {
    table: 'hpp_sessions',
    which: "(details = 'missing' OR (details IS NULL AND details_attempts > 0))",
    onMysql: 'details_owed = 1',
    at: 'created_at',
    id: 'id',
  },
  due: { table: 'hpp_due', which: 'due_at IS NOT NULL', at: 'due_at', id: 'session_id' },
};

/**
 * The page is chosen from one table, before anything is joined to it: otherwise a planner may join all that is on the list, or
 * all sessions, and take seconds.
 */
export async function listUnfinished(
  driver: SqlDriver,
  kind: UnfinishedKind,
  query: UnfinishedQuery,
): Promise<readonly Unfinished[]> {
  const { table, which, onMysql = which, at, id } = LISTS[kind];
  const page = pageOf(at, id, query);
  const types = query.lastOf.map(() => '?').join(', ') || 'NULL';
  const rows = await driver.read({
    sql: `SELECT hpp_sessions.*, page.listed_at, hpp_effects.kind AS effect_kind,
        hpp_effects.state AS effect_state, hpp_effects.attempts AS effect_attempts, latest.sequence AS event_sequence,
        latest.at AS event_at, latest.type AS event_type, latest.data AS event_data
      FROM (SELECT ${id} AS listed_id, ${at} AS listed_at FROM ${table}
          WHERE ${driver.mysql === null ? which : onMysql} AND test = ? AND ${page.which} ORDER BY ${at}, ${id} LIMIT ?) page
        JOIN hpp_sessions ON hpp_sessions.id = page.listed_id
        LEFT JOIN hpp_effects ON hpp_effects.session_id = page.listed_id
        LEFT JOIN hpp_events latest ON latest.session_id = page.listed_id AND latest.sequence =
          (SELECT MAX(sequence) FROM hpp_events WHERE hpp_events.session_id = page.listed_id AND hpp_events.type IN (${types}))
      ORDER BY page.listed_at, page.listed_id`,
    values: [flag(query.test), ...page.values, query.limit, ...query.lastOf],
    varies: true,
  });
  return rows.map(unfinishedOf);
}

function unfinishedOf(row: Row): Unfinished {
  const session = sessionOf(row).value;
  const { effect_kind: kind, effect_state: state, effect_attempts: attempts } = row;
  const effect: Row | null = state === null ? null : { ...row, session_id: row.id, kind, state, attempts };
  return {
    at: Number(row.listed_at),
    id: session.id,
    session,
    fulfilment: effect === null || effect.kind === 'release' ? null : fulfilmentOf(effect),
    release: effect?.kind === 'release' ? releaseOf(effect) : null,
    last:
      row.event_sequence === null
        ? null
        : eventOf({
            session_id: row.id,
            sequence: row.event_sequence,
            at: row.event_at,
            type: row.event_type,
            data: row.event_data,
          }),
  };
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
    varies: true,
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
