import { readSessionAnswer, type SessionAnswer, type SessionCall } from './sessionAnswer.ts';
import type { Timers } from './timers.ts';

export interface CreationOptions {
  /** The request already under way, if there is one. */
  first?: SessionCall | undefined;
  request: (signal: AbortSignal) => SessionCall;
  timers: Timers;
  isOnline: () => boolean;
  /** The server wants us to wait before asking again. */
  onWait: () => void;
  onAnswer: (answer: Exclude<SessionAnswer, { kind: 'wait' }>) => void;
}

/**
 * Asks the merchant's server for a session until it gives one, refuses, or says that the order is paid.
 *
 * @returns stops asking; a reply that comes later is not heard.
 */
export function createSession({
  first,
  request,
  timers,
  isOnline,
  onWait,
  onAnswer,
}: CreationOptions): () => void {
  const abort = new AbortController();
  let timer: number | undefined;

  async function ask(call: SessionCall): Promise<void> {
    const answer = await readSessionAnswer(call, isOnline());
    if (abort.signal.aborted) return;
    if (answer.kind !== 'wait') return onAnswer(answer);
    onWait();
    timer = timers.setTimeout(() => void ask(request(abort.signal)), answer.afterMs);
  }

  void ask(first ?? request(abort.signal));
  return () => {
    abort.abort();
    timers.clearTimeout(timer);
  };
}
