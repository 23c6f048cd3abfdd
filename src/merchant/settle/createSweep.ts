import type { FailureLog } from '../observe/failureLog.ts';
import type { SweepResult } from '../options.ts';
import type { ModeStore } from '../store/modeStore.ts';
import type { LeasedWork } from './leasedWork.ts';

const CONCURRENCY = 8;
const BATCH = 32;
const MOST_BATCHES = 20;

export interface SweepContext {
  readonly store: Pick<ModeStore, 'claimDue'>;
  readonly leasedWork: Pick<LeasedWork, 'sync'>;
  readonly leaseMs: number;
  readonly failures: FailureLog;
}

/** Deals with all sessions that are due, 8 at a time; a session that fails stays due when its lease has run out. */
export function createSweep({
  store,
  leasedWork,
  leaseMs,
  failures,
}: SweepContext): () => Promise<SweepResult> {
  return async () => {
    const result: SweepResult = { due: 0, failed: 0 };
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const claims = await store.claimDue(BATCH, leaseMs);
      result.due += claims.length;
      const queue = [...claims];
      const workers = Array.from({ length: CONCURRENCY }, async () => {
        for (let claim = queue.shift(); claim !== undefined; claim = queue.shift()) {
          try {
            const { finished } = await leasedWork.sync(claim, { force: false });
            await finished;
          } catch (error) {
            result.failed++;
            failures.failed('due sessions', error, 'A due session could not be dealt with', {
              sessionId: claim.sessionId,
            });
          }
        }
      });
      await Promise.all(workers);
      if (claims.length < BATCH) break;
    }
    if (result.due > 0 && result.failed === 0) failures.succeeded('due sessions');
    return result;
  };
}
