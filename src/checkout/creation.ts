import { inTimer } from './inTimer.ts';
import { readSessionAnswer, type SessionAnswer, type SessionCall } from './sessionAnswer.ts';
import type { Timers } from './timers.ts';

export interface CreationOptions {
  /** The request already under way, if there is one. */
  first?: SessionCall | undefined;
  request: () => SessionCall;
  /** For one request to be answered, in ms. */
  timeoutMs: number;
  timers: Timers;
  isOnline: () => boolean;
  /** The server wants us to wait before asking again: for this session, if it says for which. */
  onWait: (sessionId: string | undefined) => void;
  onAnswer: (answer: Exclude<SessionAnswer, { kind: 'wait' }>) => void;
}

/**
 * Asks the merchant's server for a session until it gives one, refuses, or says that the order is paid.
 *
 * @returns stops asking; a reply that comes later is not heard.
 */
export function createSession(options: CreationOptions): () => void {
  const { first, request, timeoutMs, timers, isOnline, onWait, onAnswer } = options;
  let stopped = false;
  let timer: number;
  let call: SessionCall;

  async function ask(next: SessionCall): Promise<void> {
    call = next;
    timer = timers.setTimeout(
      () => call.abort.abort(new DOMException('', 'TimeoutError')),
      inTimer(timeoutMs),
    );
    const answer = await readSessionAnswer(call, isOnline());
    if (stopped) return;
    timers.clearTimeout(timer);
    if (answer.kind === 'wait') {
      onWait(answer.sessionId);
      timer = timers.setTimeout(() => void ask(request()), answer.afterMs);
    } else onAnswer(answer);
  }

  void ask(first ?? request());
  return () => {
    stopped = true;
    timers.clearTimeout(timer);
    call.abort.abort();
  };
}
