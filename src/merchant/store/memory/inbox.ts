import type { InboxNotification, StoredNotification } from '../records.ts';
import { copyOf } from './copyOf.ts';

/** Notifications in memory, one for each digest. */
export interface MemoryInbox {
  receive(notification: InboxNotification): 'new' | 'seen';
  /** Newest first; `null`: those of no session. */
  list(sessionId: string | null, limit: number): readonly StoredNotification[];
  /** Verified ones of no session. */
  orphans(): readonly StoredNotification[];
  /** Deletes those that `which` accepts, `limit` at most. Returns how many. */
  delete(which: (notification: StoredNotification) => boolean, limit?: number): number;
}

export function memoryInbox(now: () => number): MemoryInbox {
  const notifications = new Map<string, StoredNotification>();
  return {
    receive({ digest, sessionId, verified, body }) {
      const known = notifications.get(digest);
      notifications.set(digest, {
        digest,
        sessionId: sessionId ?? known?.sessionId ?? null,
        verified: known?.verified === true || verified,
        body: known?.body ?? copyOf(body),
        firstAt: known?.firstAt ?? now(),
        lastAt: now(),
        deliveries: (known?.deliveries ?? 0) + 1,
      });
      return known === undefined ? 'new' : 'seen';
    },
    list(sessionId, limit) {
      const found = [...notifications.values()].filter(
        (notification) => notification.sessionId === sessionId,
      );
      found.sort((a, b) => b.lastAt - a.lastAt || (a.digest < b.digest ? 1 : -1));
      return copyOf(found.slice(0, limit));
    },
    orphans: () =>
      copyOf([...notifications.values()].filter(({ sessionId, verified }) => sessionId === null && verified)),
    delete(which, limit = Number.POSITIVE_INFINITY) {
      let deleted = 0;
      for (const notification of notifications.values()) {
        if (deleted >= limit) break;
        if (which(notification) && notifications.delete(notification.digest)) deleted++;
      }
      return deleted;
    },
  };
}
