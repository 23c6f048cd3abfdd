const MINUTE = 60_000;

/** Whether this is the first call for `kind` in a minute, in this process. */
export type OncePerMinute = (kind: string) => boolean;

/** @param monotonic milliseconds on a clock that never goes back. */
export function oncePerMinute(monotonic: () => number): OncePerMinute {
  const last = new Map<string, number>();
  return (kind) => {
    const now = monotonic();
    if (now - (last.get(kind) ?? Number.NEGATIVE_INFINITY) < MINUTE) return false;
    last.set(kind, now);
    return true;
  };
}
