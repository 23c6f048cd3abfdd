import type { InboxNotification } from '../contract.ts';
import { run, type Transaction } from './driver.ts';
import { wakeAll } from './due.ts';

type Receipt = 'new' | 'seen';

/**
 * Stores notifications that came together. A redelivery counts and wakes its session again: the status call it led to before may have
 * failed. Rows are taken in the order of their keys, so that two batches do not wait for each other in a circle.
 */
export function* receiveAll(notifications: readonly InboxNotification[]): Transaction<readonly Receipt[]> {
  const copies = new Map<string, InboxNotification[]>();
  for (const notification of notifications)
    copies.set(notification.digest, [...(copies.get(notification.digest) ?? []), notification]);
  const distinct = [...copies].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = yield* run(
    `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries)
    VALUES ${distinct.map(() => '(?, ?, ?, ?, {now}, {now}, ?)').join(', ')}
    ON CONFLICT (digest) DO UPDATE SET last_at = excluded.last_at,
      deliveries = hpp_notices.deliveries + excluded.deliveries,
      session_id = COALESCE(hpp_notices.session_id, excluded.session_id),
      verified = CASE WHEN excluded.verified = 1 THEN 1 ELSE hpp_notices.verified END
    RETURNING digest, deliveries`,
    ...distinct.flatMap(([digest, same]) => [
      digest,
      same[0]?.sessionId ?? null,
      same.some(({ verified }) => verified) ? 1 : 0,
      JSON.stringify(same[0]?.body),
      same.length,
    ]),
  );
  const ids = new Set(notifications.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId])));
  if (ids.size > 0) yield* wakeAll([...ids].sort());

  const fresh = new Set<string>();
  for (const { digest, deliveries } of rows) {
    if (Number(deliveries) === copies.get(String(digest))?.length) fresh.add(String(digest));
  }
  return notifications.map(({ digest }) => (fresh.delete(digest) ? 'new' : 'seen'));
}
