import { StoreError } from '../storeError.ts';

/** The moment by which a step is over. A half-open connection never answers, so every await on the network stands under one. */
export interface Deadline {
  /** Rejects with `store_unavailable` at the deadline; `late` gets what arrives after it. */
  wait<T>(doing: string, work: Promise<T>, late?: (value: T) => void): Promise<T>;
}

export function deadlineIn(timeoutMs: number): Deadline {
  const end = performance.now() + timeoutMs;
  return {
    wait<T>(doing: string, work: Promise<T>, late?: (value: T) => void): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let over = false;
        const giveUp = () => {
          over = true;
          const message = `PostgreSQL did not answer within ${timeoutMs} ms while ${doing}. Check the network, long locks and the pool's size.`;
          reject(new StoreError('store_unavailable', message));
        };
        const timer = setTimeout(giveUp, Math.max(0, end - performance.now()));
        work.then(
          (value) => {
            clearTimeout(timer);
            if (over) late?.(value);
            else resolve(value);
          },
          (error: unknown) => {
            clearTimeout(timer);
            reject(error);
          },
        );
      });
    },
  };
}
