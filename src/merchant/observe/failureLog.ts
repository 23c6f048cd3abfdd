import { redact } from '../../protocol/gateway/redact.ts';
import type { Logger } from './logger.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** So many kinds of failure are told apart; beyond it, all others are one. */
const MOST_KINDS = 100;

/** Logs what may fail again and again: the sweep, the store, the gateway. */
export interface FailureLog {
  /**
   * @param what what was tried: `succeeded` of the same name says that it works again.
   * @param message a sentence for the log, the same each time.
   */
  failed(what: string, error: unknown, message: string, fields?: object): void;
  succeeded(what: string): void;
}

interface Failing {
  readonly what: string;
  readonly message: string;
  /** When the next line may be written. */
  nextAt: number;
  waitMs: number;
  since: number;
  /** Failures since the last line, that one included. */
  count: number;
  /** A line says that it fails, and none yet that it works again. */
  isReported: boolean;
}

/**
 * Each failure is logged once; while it goes on, again after a minute, two, four, up to once an hour, with the number of failures
 * since the line before. That it works again is logged once. What fails and works in turn is no exception: the waits stay as long
 * as no hour has passed in peace. Stacks are written at level debug only, with every failure.
 *
 * @param monotonic milliseconds on a clock that never goes back.
 */
export function createFailureLog(log: Logger, monotonic: () => number): FailureLog {
  const failing = new Map<string, Failing>();

  const begin = (what: string, error: unknown, message: string): Failing => {
    const exact = `${what} ${signatureOf(error)}`;
    const kind = failing.has(exact) || failing.size < MOST_KINDS ? exact : what;
    const known = failing.get(kind);
    const now = monotonic();
    if (known !== undefined && now - known.nextAt < HOUR) return known;
    const begun = { what, message, nextAt: now, waitMs: MINUTE, since: now, count: 0, isReported: false };
    failing.set(kind, begun);
    return begun;
  };

  return {
    failed(what, error, message, fields = {}) {
      log.debug({ err: error, ...fields }, message);
      const state = begin(what, error, message);
      const now = monotonic();
      if (state.count === 0) state.since = now;
      state.count++;
      if (now < state.nextAt) return;
      const repeated =
        state.count === 1 ? {} : { failures: state.count, forMs: Math.round(now - state.since) };
      log.error({ err: withoutStack(redact(error)), ...fields, ...repeated }, message);
      state.nextAt = now + state.waitMs;
      state.waitMs = Math.min(state.waitMs * 2, HOUR);
      state.count = 0;
      state.isReported = true;
    },
    succeeded(what) {
      for (const state of failing.values()) {
        if (state.what !== what || !state.isReported) continue;
        state.isReported = false;
        log.warn(state.count === 0 ? {} : { failures: state.count }, `Works again: ${what}`);
      }
    },
  };
}

/** Failures for different reasons are told apart by class and code, never by their text, which may differ each time. */
function signatureOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}

/** Of a redacted error and its causes. */
function withoutStack(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { stack: _, cause, ...rest } = error as Record<string, unknown>;
  return cause === undefined ? rest : { ...rest, cause: withoutStack(cause) };
}
