/** Timers and two clocks that move only when told. Times in ms. */
export class FakeClock {
  #now = 0;
  #next = 1;
  #timers = new Map<number, { at: number; run: () => void }>();
  /** How far the wall clock stands ahead of the monotonic one: a sleeping machine, or a customer who set it. */
  wallOffset = 1_700_000_000_000;

  readonly monotonic = (): number => this.#now;
  readonly wall = (): number => this.#now + this.wallOffset;

  readonly setTimeout = (run: () => void, after = 0): number => {
    const id = this.#next++;
    // As real ones do: what does not fit into 31 bits rings at once.
    const fits = after >= 0 && after <= 2_147_483_647;
    this.#timers.set(id, { at: this.#now + (fits ? after : 1), run });
    return id;
  };

  readonly clearTimeout = (id: number | undefined): void => {
    if (id !== undefined) this.#timers.delete(id);
  };

  get pending(): number {
    return this.#timers.size;
  }

  /** Runs every timer due within `ms`, in order, letting promises settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      let due: [number, { at: number; run: () => void }] | undefined;
      for (const entry of this.#timers) {
        if (entry[1].at <= end && (due === undefined || entry[1].at < due[1].at)) due = entry;
      }
      if (due === undefined) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].run();
      await settle();
    }
    this.#now = end;
  }
}

/** Lets every promise that can settle without a timer do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
