import { inTimer } from '../inTimer.ts';
import { readSessionAnswer, type SessionCall } from '../sessionAnswer.ts';
import type { Effect } from './effect.ts';

/** Asks the merchant's server for a session until it gives one, refuses, or answers that the order is paid. */
export const requestSession: Effect = ({ window, now, config, first, request, started, send }) => {
  const previous = started.session?.sessionId;
  let stopped = false;
  let timer: number;
  let call: SessionCall;

  const isOnline = () => window.navigator.onLine;
  const nextCall = () => request(previous === undefined ? 'open' : 'renew', previous);

  async function ask(next: SessionCall): Promise<void> {
    call = next;
    timer = window.setTimeout(
      () => call.abort.abort(new DOMException('', 'TimeoutError')),
      inTimer(config.timeouts.session),
    );
    const answer = await readSessionAnswer(call, isOnline(), config.gatewayOrigins);
    if (stopped) return;
    window.clearTimeout(timer);
    send(answer.type === 'session' ? { ...answer, now: now() } : answer);
    if (answer.type === 'wait') timer = window.setTimeout(() => void ask(nextCall()), answer.afterMs);
  }

  // The first one was sent at the click.
  void ask(previous === undefined ? first : nextCall());
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    call.abort.abort();
  };
};
