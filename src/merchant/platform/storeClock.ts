import type { CheckoutStore } from '../store/contract.ts';

/** Reads the store's clock, in milliseconds since 1970. */
export type Clock = () => Promise<number>;

/** This process's own clocks: one that only runs forward (monotonic), one that has the date (wall). Both in milliseconds. */
export interface LocalClocks {
  monotonic(): number;
  wall(): number;
}

const GOOD_FOR_MS = 10_000;
const JUMP_MS = 500;

/**
 * The store's clock without a call to the store each time: read every ten seconds, carried on by our monotonic clock.
 * A sleeping machine may stop the one and somebody may set the other (F48), so the store is read at once when the two
 * disagree on how much time has passed.
 */
export function storeClock(store: Pick<CheckoutStore, 'now'>, local: LocalClocks): Clock {
  let known: Promise<{ store: number; monotonic: number; wall: number }> | null = null;

  const ask = async () => {
    const monotonic = local.monotonic();
    const wall = local.wall();
    return { store: await store.now(), monotonic, wall };
  };
  return async () => {
    if (known !== null) {
      const base = await known;
      const passed = local.monotonic() - base.monotonic;
      const jumped = Math.abs(local.wall() - base.wall - passed) > JUMP_MS;
      if (!jumped && passed >= 0 && passed < GOOD_FOR_MS) return Math.round(base.store + passed);
    }
    const asked = ask();
    known = asked;
    asked.catch(() => {
      if (known === asked) known = null;
    });
    return (await asked).store;
  };
}
