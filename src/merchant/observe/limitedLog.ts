import type { Logger } from './logger.ts';

const MINUTE = 60_000;
const LINES = 10;

/** A warning that anonymous requests can cause: at most ten of a kind a minute are written. Answers whether this one was. */
export type LimitedLog = (kind: string, fields: object, message: string) => boolean;

/**
 * Keeps a flood of refused requests from filling the log's disk (T72). The first line of the next minute says in `leftOut`
 * how many were not written.
 *
 * @param monotonic milliseconds on a clock that never goes back.
 */
export function limitedLog(log: Logger, monotonic: () => number): LimitedLog {
  const kinds = new Map<string, { since: number; written: number; leftOut: number }>();
  return (kind, fields, message) => {
    const now = monotonic();
    let count = kinds.get(kind);
    let leftOut = 0;
    if (count === undefined || now - count.since >= MINUTE) {
      leftOut = count?.leftOut ?? 0;
      count = { since: now, written: 0, leftOut: 0 };
      kinds.set(kind, count);
    }
    if (count.written === LINES) {
      count.leftOut++;
      return false;
    }
    count.written++;
    log.warn(leftOut === 0 ? fields : { ...fields, leftOut }, message);
    return true;
  };
}
