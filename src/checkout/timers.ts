/** The part of `window` that runs things later. */
export interface Timers {
  setTimeout(run: () => void, afterMs: number): number;
  clearTimeout(id: number | undefined): void;
}
