import type { Parts } from '../parts.ts';

/** How often old records are deleted, over all processes, and how many of a kind at once: a backlog goes in slices. */
const EVERY_MS = 60_000;
const MOST = 500;

/**
 * Deletes what is older than `limits.retainSessionsMs` and `limits.retainNotificationsMs`, once a minute over all
 * processes, 500 sessions and 500 notifications at most. Never rejects: a failed purge is the next
 * one's to do, and no reason for the sweep to fail.
 */
export function createPurge(
  { store, settings, clock, log }: Pick<Parts, 'store' | 'settings' | 'clock' | 'log'>,
  monotonic: () => number,
): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (monotonic() < next) return;
    next = monotonic() + EVERY_MS;
    try {
      if (!(await store.take('purge', 1, EVERY_MS)).allowed) return;
      const now = await clock();
      const { retainSessionsMs, retainNotificationsMs } = settings.limits;
      const bounds = { notificationsBefore: now - retainNotificationsMs, limit: MOST };
      const gone = await store.purge(now - retainSessionsMs, bounds);
      if (gone.sessions + gone.notifications > 0)
        log.info(gone, 'Old sessions and notifications were deleted');
    } catch (error) {
      log.error({ err: error }, 'Old records could not be deleted; the next sweep tries again');
    }
  };
}
