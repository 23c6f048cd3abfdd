import type { CheckoutStore } from '../store/contract.ts';

/** Reads the store's clock, in milliseconds since 1970. */
export type Clock = () => Promise<number>;

/** This process's own clocks: one that only runs forward (monotonic), one that has the date (wall). Both in milliseconds. */
export interface LocalClocks {
  monotonic(): number;
  wall(): number;
}

export interface StoreClock extends Clock {
  /** Goes by the time in an answer of the store, if there is one: saves asking for it. */
  learn<T extends object>(ask: () => Promise<T>): Promise<T>;
  /** Reads the store's clock anew the next time: for work that is rare, and about what has become of the time. */
  forget(): void;
}

const GOOD_FOR_MS = 10_000;
/** Learned no more often, so that the time does not waver with how long the answers take. */
const LEARN_EVERY_MS = 5_000;
/** More than an answer takes: one of the clocks was set, or stood still. */
const JUMP_MS = 500;

/**
 * The store's clock without a call to the store each time: read every ten seconds, carried on by our monotonic clock.
 * A sleeping machine may stop the one and somebody may set the other (F48), so the store is read at once when the two
 * disagree on how much time has passed.
 */
export function storeClock(store: Pick<CheckoutStore, 'now'>, local: LocalClocks): StoreClock {
  let known: Promise<Reading> | null = null;

  /** The time by what is known, unless that is older than this or the clocks have jumped. */
  const carriedOn = async (goodForMs: number): Promise<number | null> => {
    if (known === null) return null;
    const base = await known;
    const passed = local.monotonic() - base.monotonic;
    const jumped = Math.abs(local.wall() - base.wall - passed) > JUMP_MS;
    return !jumped && passed >= 0 && passed < goodForMs ? Math.round(base.store + passed) : null;
  };
  const here = () => ({ monotonic: local.monotonic(), wall: local.wall() });
  const clock = async () => {
    const now = await carriedOn(GOOD_FOR_MS);
    if (now !== null) return now;
    const asked = here();
    const answer = store.now().then((time) => ({ store: time, ...asked }));
    known = answer;
    answer.catch(() => {
      if (known === answer) known = null;
    });
    return (await answer).store;
  };
  return Object.assign(clock, {
    async learn<T extends object>(ask: () => Promise<T>): Promise<T> {
      const asked = here();
      const answer = await ask();
      const { now } = answer as { now?: number };
      if (now === undefined) return answer;
      const supposed = await carriedOn(LEARN_EVERY_MS).catch(() => null);
      const took = local.monotonic() - asked.monotonic;
      if (supposed === null || Math.abs(now - supposed) > JUMP_MS + took) {
        known = Promise.resolve({ store: now, ...asked });
      }
      return answer;
    },
    forget() {
      known = null;
    },
  });
}

interface Reading {
  readonly store: number;
  readonly monotonic: number;
  readonly wall: number;
}
