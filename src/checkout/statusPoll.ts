import type { SessionStatusReply } from '../protocol/page/status.ts';
import type { Timers } from './timers.ts';
import { untilAborted } from './untilAborted.ts';

/** Delays before each question, in ms: a backoff, whose last step repeats. */
const LADDER = [0, 500, 1000, 2000, 4000, 5000];
const SHORTEST_GAP_MS = 1000;
const REQUEST_TIMEOUT_MS = 5000;
/** Where the exponential backoff after failed questions stops growing. */
const ERROR_CAP_MS = 10_000;

export interface StatusPollOptions {
  /** Its replies were read by `parseStatusReply`, which bounds the time to wait. */
  ask: (signal: AbortSignal) => Promise<SessionStatusReply>;
  onReply: (reply: SessionStatusReply) => void;
  /** A question failed; the poll goes on by itself. */
  onError: (error: unknown) => void;
  timers: Timers;
  /** Ms on a clock that never goes back. */
  now: () => number;
  random: () => number;
  isOnline: () => boolean;
}

export interface StatusPoll {
  /** Asks at the usual slow pace: the net under every message that may be lost (T42). */
  start(): void;
  /** The payment is thought to be over: asks now and then at growing distances. */
  pollFast(): void;
  /** Something may have changed: asks soon, at most once a second however often it is called (T22). */
  pollSoon(): void;
  /** Drops a question under way and asks a new one, so that the answer is younger than the call. */
  pollNow(): void;
  stop(): void;
}

/** Asks the merchant's server how a session stands. The only source of `completed` and `failed`. */
export function createStatusPoll(options: StatusPollOptions): StatusPoll {
  const { ask, onReply, onError, timers, now, random, isOnline } = options;
  let timer: number | undefined;
  let request: AbortController | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let step = LADDER.length;
  let errors = 0;
  // A question fell due while another was under way: its answer would be older than the reason to ask.
  let again = false;
  let stopped = false;

  const jitter = (ms: number) => ms * (1 - 0.2 * random());
  const pace = () => LADDER[Math.min(step, LADDER.length - 1)] as number;

  function schedule(afterMs: number): void {
    timers.clearTimeout(timer);
    if (!stopped) timer = timers.setTimeout(question, afterMs);
  }

  async function question(): Promise<void> {
    // Without a network there is nothing to hear; `pollSoon` is called when it is back.
    if (!isOnline()) return;
    const mine = new AbortController();
    request = mine;
    askedAt = now();
    step++;
    let next: number;
    const timeout = timers.setTimeout(() => mine.abort(new Error('no answer in time')), REQUEST_TIMEOUT_MS);
    try {
      const reply = await untilAborted(ask(mine.signal), mine.signal);
      if (mine !== request) return;
      errors = 0;
      next = Math.max(jitter(pace()), reply.retryAfterMs ?? 0);
      onReply(reply);
    } catch (error) {
      if (mine !== request) return;
      next = 500 + random() * Math.min(1000 * 2 ** errors++, ERROR_CAP_MS);
      onError(error);
    } finally {
      timers.clearTimeout(timeout);
    }
    // The reply may have led to a new question, or to the end.
    if (mine !== request) return;
    request = undefined;
    if (again) pollSoon();
    else schedule(next);
  }

  function pollSoon(): void {
    again = request !== undefined;
    if (!again) schedule(Math.max(askedAt + SHORTEST_GAP_MS - now(), 0));
  }

  function drop(): void {
    const dropped = request;
    request = undefined;
    dropped?.abort();
  }

  return {
    start() {
      if (!request) schedule(jitter(pace()));
    },
    pollFast() {
      step = 0;
      pollSoon();
    },
    pollSoon,
    pollNow() {
      drop();
      timers.clearTimeout(timer);
      void question();
    },
    stop() {
      stopped = true;
      timers.clearTimeout(timer);
      drop();
    },
  };
}
