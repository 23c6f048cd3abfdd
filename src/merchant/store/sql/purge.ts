import type { PurgeBounds } from '../contract.ts';
import { FINAL_STATUSES, sqlList } from '../statuses.ts';
import type { SqlDriver } from './driver.ts';

/** Rows that one transaction deletes at most, so that a first purge of a big store blocks nobody for long. */
const BATCH = 200;

/** Deletes batch after batch; each is a transaction of its own, so that what was deleted stays deleted. */
export async function purge(
  driver: SqlDriver,
  before: number,
  { notificationsBefore = before, limit = Number.POSITIVE_INFINITY }: PurgeBounds = {},
): Promise<{ sessions: number; notifications: number }> {
  const deleted = { sessions: 0, notifications: 0 };
  await inBatches(limit, async (size) => {
    const batch = await purgeSessions(driver, before, size);
    deleted.sessions += batch.sessions;
    deleted.notifications += batch.notifications;
    return batch.sessions;
  });
  // Notifications whose session was deleted while they came are found by reading all: not for every day.
  const kinds = Number.isFinite(limit) ? [OF_NO_SESSION] : [OF_NO_SESSION, OF_DELETED_SESSION];
  for (const which of kinds) {
    deleted.notifications += await inBatches(limit, (size) =>
      purgeNotifications(driver, which, notificationsBefore, size),
    );
  }
  await driver.write({ decide: { sql: 'DELETE FROM hpp_buckets WHERE expires_at <= {now}', values: [] } });
  await driver.write({
    decide: { sql: 'DELETE FROM hpp_revocations WHERE keep_until <= {now}', values: [] },
  });
  return deleted;
}

/** Until a batch is not full, or `limit` rows are deleted. Returns how many are. */
async function inBatches(limit: number, deleteSome: (size: number) => Promise<number>): Promise<number> {
  let deleted = 0;
  while (deleted < limit) {
    const size = Math.min(BATCH, limit - deleted);
    const some = await deleteSome(size);
    deleted += some;
    if (some < size) break;
  }
  return deleted;
}

/** A session with a due time still matters: a fulfilment, a later status call, an authorisation that may lapse. */
const IS_AT_REST = `NOT EXISTS (SELECT 1 FROM hpp_due WHERE session_id = hpp_sessions.id AND due_at IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM hpp_effects WHERE session_id = hpp_sessions.id AND state = 'pending')`;

/** What hangs on a session goes with it: events, due time and fulfilment by their foreign keys. */
async function purgeSessions(
  driver: SqlDriver,
  before: number,
  limit: number,
): Promise<{ sessions: number; notifications: number }> {
  const rows = await driver.write({
    decide: {
      sql: `SELECT id, (SELECT COUNT(*) FROM hpp_notices WHERE session_id = hpp_sessions.id) AS notifications
        FROM hpp_sessions WHERE status IN (${sqlList(FINAL_STATUSES)}) AND created_at < ? AND ${IS_AT_REST}
        ORDER BY created_at LIMIT ? {skip locked}`,
      values: [before, limit],
      varies: true,
    },
    writes: [
      { sql: 'DELETE FROM hpp_notices WHERE session_id IN (SELECT id FROM decided)', values: [] },
      { sql: 'DELETE FROM hpp_sessions WHERE id IN (SELECT id FROM decided)', values: [] },
    ],
  });
  const notifications = rows.reduce((sum, row) => sum + Number(row.notifications), 0);
  return { sessions: rows.length, notifications };
}

const OF_NO_SESSION = 'session_id IS NULL';
const OF_DELETED_SESSION =
  'session_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM hpp_sessions WHERE id = hpp_notices.session_id)';

async function purgeNotifications(
  driver: SqlDriver,
  which: string,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await driver.write({
    decide: {
      sql: `SELECT digest FROM hpp_notices WHERE ${which} AND last_at < ? LIMIT ? {skip locked}`,
      values: [before, limit],
      varies: true,
    },
    writes: [{ sql: 'DELETE FROM hpp_notices WHERE digest IN (SELECT digest FROM decided)', values: [] }],
  });
  return rows.length;
}
