import type { SessionCall } from '../flow/sessionAnswer.ts';
import type { SessionReason } from '../protocol/page/session.ts';
import type { CheckoutOptions } from './options.ts';

/** Sends a request for a session. What the reply means is stage two's to read (`flow/sessionAnswer.ts`). */
export function requestSession(
  { session, order, timeouts }: CheckoutOptions,
  reason: SessionReason,
  previous: string | undefined,
  outer: AbortSignal,
): SessionCall {
  const sentAt = { monotonic: performance.now(), wall: Date.now() };
  const abort = new AbortController();
  const { signal } = abort;
  const stop = () => abort.abort(outer.reason);
  outer.addEventListener('abort', stop);
  const timer = setTimeout(
    () => abort.abort(new DOMException('no session in time', 'TimeoutError')),
    timeouts?.session ?? 15e3,
  );
  const reply = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    // A merchant's own function may ignore the signal.
    signal.addEventListener('abort', () => reject(signal.reason));
    const answer =
      typeof session === 'function'
        ? session({ signal, reason, ...(previous && { previous }) }).then((body) => ({ status: 200, body }))
        : fetch(session, {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: 'application/json' },
            body: JSON.stringify({ order, reason, previous }),
            signal,
          }).then(async (response) => ({
            status: response.status,
            body: (await response.json().catch(() => null)) as unknown,
          }));
    answer.then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  });
  // Whoever reads it hears of the failure; nobody may (a closed page), and that is no error.
  reply.catch(() => {});
  return { sentAt, reply };
}
