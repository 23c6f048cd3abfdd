import type { SessionReason } from '../protocol/page/session.ts';
import type { UnreadCall } from './bundles.ts';
import type { CheckoutOptions } from './options.ts';

/** @returns sends a request for a session. What the reply means is decided in `checkout/sessionAnswer.ts`. */
export function sessionRequester(
  options: CheckoutOptions & { mode?: RequestMode },
): (reason: SessionReason, previous?: string) => UnreadCall {
  return (reason, previous) => {
    const sentAt = { wall: Date.now(), monotonic: performance.now() };
    const abort = new AbortController();
    async function ask(): UnreadCall['reply'] {
      // In here, since options that are read live may refuse: that is told as a failed request.
      const session = options.session;
      if (typeof session === 'function') {
        const made = await session({ signal: abort.signal, reason, previous });
        return { json: () => made };
      }
      return fetch(session, {
        headers: { 'content-type': 'application/json' },
        signal: abort.signal,
        method: 'POST',
        mode: options.mode as RequestMode,
        body: JSON.stringify({ order: options.order, reason, previous }),
      });
    }
    const reply = ask();
    reply.catch(ignore);
    return { sentAt, reply, abort };
  };
}

/** For a failure that somebody else hears of: it is no unhandled one until then. */
export function ignore(): void {}
