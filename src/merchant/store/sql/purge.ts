import { FINAL_STATUSES, sqlList } from '../finalStatuses.ts';
import { run, type Step } from './driver.ts';

/** Rows a transaction deletes at most, so that a first purge of a big store blocks nobody for long. */
export const PURGE_BATCH = 200;

/** Locks in the order of `change` and `receive`: session, notice, then (by cascade) events, due time and effect. */
export function* purgeSessions(before: number): Step<{ sessions: number; notices: number }> {
  const ids = (yield* run(
    `SELECT id FROM hpp_sessions WHERE status IN (${sqlList(FINAL_STATUSES)}) AND created_at < ?
      AND NOT EXISTS (SELECT 1 FROM hpp_effects WHERE session_id = hpp_sessions.id AND state = 'pending')
    ORDER BY created_at LIMIT ? {skip locked}`,
    before,
    PURGE_BATCH,
  )).map(({ id }) => String(id));
  if (ids.length === 0) return { sessions: 0, notices: 0 };
  const list = ids.map(() => '?').join(', ');
  const notices = yield* run(
    `DELETE FROM hpp_notices WHERE session_id IN (${list}) RETURNING digest`,
    ...ids,
  );
  yield* run(`DELETE FROM hpp_sessions WHERE id IN (${list})`, ...ids);
  return { sessions: ids.length, notices: notices.length };
}

/** Notices that hang on no session we have. */
export function* purgeOrphans(before: number): Step<number> {
  const rows = yield* run(
    `WITH orphans AS MATERIALIZED (
      SELECT digest FROM hpp_notices WHERE last_at < ? AND (session_id IS NULL
        OR NOT EXISTS (SELECT 1 FROM hpp_sessions WHERE id = hpp_notices.session_id))
      LIMIT ? {skip locked}
    )
    DELETE FROM hpp_notices WHERE digest IN (SELECT digest FROM orphans) RETURNING digest`,
    before,
    PURGE_BATCH,
  );
  return rows.length;
}

export function* purgeBuckets(): Step<void> {
  yield* run('DELETE FROM hpp_buckets WHERE expires_at <= {now}');
}
