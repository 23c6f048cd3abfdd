import { isStoreError } from '../storeError.ts';

interface Call<I, O> {
  readonly item: I;
  readonly resolve: (value: O) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches under way at once. One alone would leave the database idle during the round trip; many would all be small. */
const CONCURRENCY = 2;
const LARGEST = 64;

/**
 * Runs calls that come together, or while others are under way, as one: under load many share a commit. A lone call starts in
 * the same turn of the event loop, after what that turn still brings. A call that the store refuses (`invalid_change`) fails alone.
 */
export function batchCalls<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
): (item: I) => Promise<O> {
  let queue: Call<I, O>[] = [];
  let busy = 0;

  async function runBatch(batch: readonly Call<I, O>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as O);
      });
    } catch (error) {
      if (batch.length > 1 && isStoreError(error) && error.code === 'invalid_change') {
        for (const each of batch) await runBatch([each]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, LARGEST);
      queue = queue.slice(LARGEST);
      await runBatch(batch);
    }
    busy--;
  }

  return (item) =>
    new Promise<O>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (busy === CONCURRENCY) return;
      busy++;
      setImmediate(drain);
    });
}
