import type { InboxNotification, StoredNotification } from '../contract.ts';
import type { SqlDriver, Statement } from './driver.ts';
import { wakeAll } from './due.ts';
import { notificationOf } from './rows.ts';

/**
 * Stores notifications that came together. A redelivery counts and wakes its session again: the status call that it led to
 * before may have failed. Rows are taken in the order of their keys, so that two batches cannot deadlock.
 */
export async function receiveAll(
  driver: SqlDriver,
  notifications: readonly InboxNotification[],
): Promise<readonly ('new' | 'seen')[]> {
  const copies = new Map<string, InboxNotification[]>();
  for (const notification of notifications) {
    copies.set(notification.digest, [...(copies.get(notification.digest) ?? []), notification]);
  }
  const ids = new Set(notifications.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId])));
  const kept = await driver.writeOrRollBack({
    decide: upsert([...copies].sort(([a], [b]) => (a < b ? -1 : 1))),
    writes: ids.size === 0 ? [] : [wakeAll([...ids].sort())],
  });

  const fresh = new Set<string>();
  for (const { digest, deliveries } of kept) {
    if (Number(deliveries) === copies.get(String(digest))?.length) fresh.add(String(digest));
  }
  return notifications.map(({ digest }) => (fresh.delete(digest) ? 'new' : 'seen'));
}

/** One row for each digest; what was delivered as often as it came in this batch is new. */
function upsert(copies: readonly (readonly [string, readonly InboxNotification[]])[]): Statement {
  return {
    sql: `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries)
      VALUES ${copies.map(() => '(?, ?, ?, ?, {now}, {now}, ?)').join(', ')}
      ON CONFLICT (digest) DO UPDATE SET last_at = excluded.last_at,
        deliveries = hpp_notices.deliveries + excluded.deliveries,
        session_id = COALESCE(hpp_notices.session_id, excluded.session_id),
        verified = CASE WHEN excluded.verified = 1 THEN 1 ELSE hpp_notices.verified END
      RETURNING digest, deliveries`,
    values: copies.flatMap(([digest, same]) => [
      digest,
      same[0]?.sessionId ?? null,
      same.some(({ verified }) => verified) ? 1 : 0,
      JSON.stringify(same[0]?.body),
      same.length,
    ]),
  };
}

export async function listNotifications(
  driver: SqlDriver,
  sessionId: string | null,
  limit: number,
): Promise<readonly StoredNotification[]> {
  const rows = await driver.read({
    sql: `SELECT * FROM hpp_notices WHERE session_id ${sessionId === null ? 'IS NULL' : '= ?'}
      ORDER BY last_at DESC, digest DESC LIMIT ?`,
    values: sessionId === null ? [limit] : [sessionId, limit],
  });
  return rows.map(notificationOf);
}
