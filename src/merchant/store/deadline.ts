import { StoreError } from './storeError.ts';

/** The moment by which a read or a write is over. A half-open connection never answers, so every wait for the network stands under one. */
export interface Deadline {
  /** Rejects with `store_unavailable` at the deadline; `late` gets what arrives after it. One wait at a time. */
  wait<T>(doing: string, work: Promise<T>, late?: (value: T) => void): Promise<T>;
  /** The read or write is over: no more timer. */
  end(): void;
}

/** One timer for all of it, however many statements it has. `database` is named in the error. */
export function deadlineIn(timeoutMs: number, database: string): Deadline {
  let over = false;
  let waiting: (() => void) | null = null;
  const timer = setTimeout(() => {
    over = true;
    waiting?.();
  }, timeoutMs);
  return {
    wait<T>(doing: string, work: Promise<T>, late?: (value: T) => void): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let gaveUp = false;
        const giveUp = () => {
          gaveUp = true;
          const message = `${database} did not answer within ${timeoutMs} ms while ${doing}. Check the network, long locks and the pool's size.`;
          reject(new StoreError('store_unavailable', message));
        };
        waiting = giveUp;
        if (over) giveUp();
        work.then((value) => (gaveUp ? late?.(value) : resolve(value)), reject);
      });
    },
    end: () => clearTimeout(timer),
  };
}
