import type { CheckoutStore } from '../../src/merchant/store/contract.ts';

/** The calls at which a process waits for its turn: what others can notice. All other ones are reads, and go with the call before them. */
export type Call = 'keep' | 'claim' | 'ask' | 'write' | 'hook' | 'complete' | 'finish' | 'insert' | 'create';

const CALLS: Partial<Record<keyof CheckoutStore, Call>> = {
  receive: 'keep',
  receiveFor: 'keep',
  claimOne: 'claim',
  claimDue: 'claim',
  change: 'write',
  completeFulfilment: 'complete',
  finish: 'finish',
  createSession: 'insert',
};

/** Holds a process at each of its calls until it is let through. */
export interface Turnstile {
  /** The process asks; rejects where the call is to fail, and never ends once the process is dead. */
  pass(call: Call): Promise<void>;
  readonly next: Call | undefined;
  letThrough(error?: Error): void;
  /** From here on no call ends: what the process had in memory is lost. */
  kill(): void;
  guard(store: CheckoutStore): CheckoutStore;
}

export function createTurnstile(): Turnstile {
  const waiting: { call: Call; go: (error?: Error) => void }[] = [];
  let isDead = false;
  const turnstile: Turnstile = {
    pass: (call) =>
      new Promise((resolve, reject) => {
        if (!isDead) waiting.push({ call, go: (error) => (error === undefined ? resolve() : reject(error)) });
      }),
    get next() {
      return waiting[0]?.call;
    },
    letThrough: (error) => waiting.shift()?.go(error),
    kill() {
      isDead = true;
      waiting.length = 0;
    },
    guard: (store) =>
      new Proxy(store, {
        get(target, name: keyof CheckoutStore) {
          const method = (target[name] as (...args: unknown[]) => Promise<unknown>).bind(target);
          const call = CALLS[name];
          return async (...args: unknown[]) => {
            if (isDead) return new Promise(() => {});
            if (call !== undefined) await turnstile.pass(call);
            return method(...args);
          };
        },
      }),
  };
  return turnstile;
}
