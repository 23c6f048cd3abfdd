import type { CheckoutHandler } from '../../src/merchant/options.ts';
import { type Call, createTurnstile, type Turnstile } from './turnstile.ts';

/** A process of the shop, held at every call that others can notice. */
export interface HeldProcess {
  readonly turnstile: Turnstile;
  /** Starts what it does, and runs it until it waits for its turn, or has ended. */
  begin(work: (handler: CheckoutHandler) => Promise<unknown>): Promise<void>;
  /** Lets it through up to and with its next call of this kind. @param failure what each call of that kind meets on the way. */
  through(call: Call, failure?: Error): Promise<void>;
  /** Lets it go on to the end of what it does. */
  finish(): Promise<void>;
}

export function heldProcess(start: (turnstile: Turnstile) => CheckoutHandler): HeldProcess {
  const turnstile = createTurnstile();
  const handler = start(turnstile);
  let activity: Promise<unknown> | null = null;
  let isOver = true;

  async function arrive(): Promise<Call | undefined> {
    while (turnstile.next === undefined && !isOver) await new Promise(setImmediate);
    return turnstile.next;
  }

  return {
    turnstile,
    async begin(work) {
      isOver = false;
      activity = work(handler).finally(() => {
        isOver = true;
      });
      await arrive();
    },
    async through(call, failure) {
      for (let next = await arrive(); next !== undefined; next = await arrive()) {
        turnstile.letThrough(next === call ? failure : undefined);
        if (next !== call) continue;
        await arrive();
        return;
      }
    },
    async finish() {
      while ((await arrive()) !== undefined) turnstile.letThrough();
      await activity;
      activity = null;
    },
  };
}
