import type { SessionCall } from '../flow/sessionAnswer.ts';
import type { SessionReason } from '../protocol/page/session.ts';
import type { CheckoutOptions } from './options.ts';

/** Sends a request for a session. What the reply means is stage two's to read (`flow/sessionAnswer.ts`). */
export function requestSession(
  { session, order }: CheckoutOptions,
  reason: SessionReason,
  previous?: string,
): SessionCall {
  const sentAt = { monotonic: performance.now(), wall: Date.now() };
  const abort = new AbortController();
  const { signal } = abort;
  async function ask(): ReturnType<() => SessionCall['reply']> {
    if (typeof session === 'function') {
      return { status: 200, body: await session({ signal, reason, previous }) };
    }
    const response = await fetch(session, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order, reason, previous }),
      signal,
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  }
  const reply = ask();
  // Stage two hears of a failure when it is here; until then, it is no unhandled one.
  reply.catch(() => {});
  return { sentAt, reply, abort };
}
