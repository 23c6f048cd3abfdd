import type { FailureLog } from '../observe/failureLog.ts';
import type { Logger } from '../observe/logger.ts';
import type { HandlerLimits } from '../options.ts';
import type { RecordContext } from '../record/recordContext.ts';

/** How often old records are deleted, over all processes, and how many of a kind at once: a backlog goes in slices. */
const EVERY_MS = 60_000;
const BATCH = 500;

export interface PurgeContext {
  readonly records: Pick<RecordContext, 'store' | 'clock'>;
  readonly limits: Pick<HandlerLimits, 'retainSessionsMs' | 'retainNotificationsMs'>;
  readonly monotonic: () => number;
  readonly failures: FailureLog;
  readonly log: Logger;
}

/**
 * Deletes what is older than `limits.retainSessionsMs` and `limits.retainNotificationsMs`, once a minute over all
 * processes, 500 sessions and 500 notifications at most. Never rejects: a failed purge is the next
 * one's to do, and no reason for the sweep to fail.
 */
export function createPurge({
  records,
  limits,
  monotonic,
  failures,
  log,
}: PurgeContext): () => Promise<void> {
  const { store, clock } = records;
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (monotonic() < next) return;
    next = monotonic() + EVERY_MS;
    try {
      if (!(await store.take('purge', 1, EVERY_MS)).allowed) return;
      const now = await clock();
      const bounds = { notificationsBefore: now - limits.retainNotificationsMs, limit: BATCH };
      const deleted = await store.purge(now - limits.retainSessionsMs, bounds);
      if (deleted.sessions + deleted.notifications > 0) {
        log.info(deleted, 'Old sessions and notifications were deleted');
      }
      failures.succeeded('deletion of old records');
    } catch (error) {
      failures.failed(
        'deletion of old records',
        error,
        'Old records could not be deleted; the next sweep tries again',
      );
    }
  };
}
