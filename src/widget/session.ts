import type { SessionReason } from '../protocol/page/session.ts';
import type { CheckoutOptions } from './options.ts';
import type { UnreadCall } from './stage.ts';

/** Sends a request for a session. What the reply means is stage two's to read (`flow/sessionAnswer.ts`). */
export function requestSession(
  { session, order }: CheckoutOptions,
  reason: SessionReason,
  previous?: string,
): UnreadCall {
  const sentAt = { monotonic: performance.now(), wall: Date.now() };
  const abort = new AbortController();
  const { signal } = abort;
  async function ask(): UnreadCall['reply'] {
    if (typeof session === 'function') {
      const made = await session({ signal, reason, previous });
      return { status: 200, json: () => made };
    }
    return fetch(session, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order, reason, previous }),
      signal,
    });
  }
  const reply = ask();
  // Stage two hears of a failure when it is here; until then, it is no unhandled one.
  reply.catch(() => {});
  return { sentAt, reply, abort };
}
