import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import type { CrashPoint } from './crashStore.ts';

/** A store as a handler sees it whose process dies: from the crash point on no call of it ends. */
export interface MortalStore {
  readonly store: CheckoutStore;
  /** Resolves when it has died. */
  readonly died: Promise<void>;
}

/**
 * What `crashStore` does with a process of its own, a thousand times faster: what the dead handler had in memory is lost, and
 * its leases run out. A handler that was never near it goes on with the same data.
 */
export function mortalStore(inner: CheckoutStore, point: CrashPoint): MortalStore {
  let calls = 0;
  let isDead = false;
  let die: () => void = () => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const kill = () => {
    isDead = true;
    die();
    return new Promise<never>(() => {});
  };
  const store = new Proxy(inner, {
    get(target, name: keyof CheckoutStore) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      if (name === 'ready' || name === 'close') return method.bind(target);
      return async (...args: unknown[]) => {
        const isThis = ++calls === point.call;
        if (isDead || (isThis && point.when === 'before')) return kill();
        const answer = await method.apply(target, args);
        return isThis || isDead ? kill() : answer;
      };
    },
  });
  return { store, died };
}
