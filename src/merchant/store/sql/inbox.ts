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
  const insert = upsert([...copies].sort(([a], [b]) => (a < b ? -1 : 1)));
  const wake = ids.size === 0 ? [] : [wakeAll([...ids].sort())];
  // The rows are locked by the insert, so nobody changes them before they are read.
  const kept =
    driver.mysql !== null
      ? ((await driver.mysql.all([insert, ...wake, deliveriesOf([...copies.keys()])])).at(-1) ?? [])
      : await driver.write({
          decide: { ...insert, sql: `${insert.sql} RETURNING digest, deliveries` },
          writes: wake,
        });

  const fresh = new Set<string>();
  for (const { digest, deliveries } of kept) {
    if (Number(deliveries) === copies.get(String(digest))?.length) fresh.add(String(digest));
  }
  return notifications.map(({ digest }) => (fresh.delete(digest) ? 'new' : 'seen'));
}

/** What becomes of a notification that is there already. */
export const ONE_A_DIGEST = `{on conflict digest} last_at = {new last_at},
  deliveries = hpp_notices.deliveries + {new deliveries},
  session_id = COALESCE({new session_id}, hpp_notices.session_id),
  verified = CASE WHEN {new verified} = 1 THEN 1 ELSE hpp_notices.verified END`;

/** One row for each digest; what was delivered as often as it came in this batch is new. */
function upsert(copies: readonly (readonly [string, readonly InboxNotification[]])[]): Statement {
  return {
    sql: `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries)
      VALUES ${copies.map(() => '(?, ?, ?, ?, {now}, {now}, ?)').join(', ')}
      ${ONE_A_DIGEST}`,
    values: copies.flatMap(([digest, same]) => [
      digest,
      same[0]?.sessionId ?? null,
      same.some(({ verified }) => verified) ? 1 : 0,
      JSON.stringify(same[0]?.body),
      same.length,
    ]),
    varies: true,
  };
}

/** Where an insert gives no rows back. */
function deliveriesOf(digests: readonly string[]): Statement {
  return {
    sql: `SELECT digest, deliveries FROM hpp_notices WHERE digest IN (${digests.map(() => '?').join(', ')})`,
    values: digests,
    varies: true,
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
