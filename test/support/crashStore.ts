import type { CheckoutStore } from '../../src/merchant/store/contract.ts';

export interface CrashPoint {
  /** The store call, counted from 1, at which the process dies. */
  call: number;
  /** `before`: the call is never made. `after`: it is done, and its answer is never heard. */
  when: 'before' | 'after';
}

/** A store whose process is killed at a given call: kill -9, no handlers, no flush (F41). */
export function crashStore(store: CheckoutStore, point: CrashPoint): CheckoutStore {
  let calls = 0;
  return new Proxy(store, {
    get(target, name: keyof CheckoutStore) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      if (name === 'ready' || name === 'close') return method.bind(target);
      return async (...args: unknown[]) => {
        const isThis = ++calls === point.call;
        if (isThis && point.when === 'before') return die();
        const answer = await method.apply(target, args);
        return isThis ? die() : answer;
      };
    },
  });
}

/** The promise keeps the caller where it is until the signal has landed. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}
