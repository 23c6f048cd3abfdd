import { FINAL_STATUSES, sqlList } from '../finalStatuses.ts';
import { run, type Transaction } from './driver.ts';

/** Rows a transaction deletes at limit, so that a first purge of a big store blocks nobody for long. */
export const PURGE_BATCH = 200;

/** A session with a due time still matters: a fulfilment, a later look, an authorisation that may lapse. */
const IS_AT_REST = `NOT EXISTS (SELECT 1 FROM hpp_due WHERE session_id = hpp_sessions.id AND due_at IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM hpp_effects WHERE session_id = hpp_sessions.id AND state = 'pending')`;

/** Locks in the order of `change` and `receive`: session, notification, then (by cascade) events, due time and fulfilment. */
export function* purgeSessions(
  before: number,
  limit: number,
): Transaction<{ sessions: number; notifications: number }> {
  const ids = (yield* run(
    `SELECT id FROM hpp_sessions WHERE status IN (${sqlList(FINAL_STATUSES)}) AND created_at < ?
      AND ${IS_AT_REST}
    ORDER BY created_at LIMIT ? {skip locked}`,
    before,
    limit,
  )).map(({ id }) => String(id));
  if (ids.length === 0) return { sessions: 0, notifications: 0 };
  const list = ids.map(() => '?').join(', ');
  const notifications = yield* run(
    `DELETE FROM hpp_notices WHERE session_id IN (${list}) RETURNING digest`,
    ...ids,
  );
  yield* run(`DELETE FROM hpp_sessions WHERE id IN (${list})`, ...ids);
  return { sessions: ids.length, notifications: notifications.length };
}

/** Notifications that named no session; by their index. */
export function* purgeOrphans(before: number, limit: number): Transaction<number> {
  return yield* deleteNotifications('session_id IS NULL AND last_at < ?', before, limit);
}

/** Notifications whose session is gone: those that came while it was being deleted. Reads them all, so not for every day. */
export function* purgeLeftBehind(before: number, limit: number): Transaction<number> {
  const isLeft =
    'session_id IS NOT NULL AND last_at < ? AND NOT EXISTS (SELECT 1 FROM hpp_sessions WHERE id = hpp_notices.session_id)';
  return yield* deleteNotifications(isLeft, before, limit);
}

function* deleteNotifications(which: string, before: number, limit: number): Transaction<number> {
  const rows = yield* run(
    `WITH orphans AS MATERIALIZED (
      SELECT digest FROM hpp_notices WHERE ${which} LIMIT ? {skip locked}
    )
    DELETE FROM hpp_notices WHERE digest IN (SELECT digest FROM orphans) RETURNING digest`,
    before,
    limit,
  );
  return rows.length;
}

export function* purgeBuckets(): Transaction<void> {
  yield* run('DELETE FROM hpp_buckets WHERE expires_at <= {now}');
}
