import { parseStatusReply, type SessionStatusReply } from '../protocol/page/status.ts';
import type { CheckoutOptions } from './options.ts';

/**
 * Asks how a session stands: the merchant's own `status`, else `GET statusUrl`.
 * Both replies are read with the same care. `now` tells one question from the next. Rejects when there is no readable reply.
 */
export async function askStatus(
  { status }: CheckoutOptions,
  { sessionId, statusUrl }: { sessionId: string; statusUrl?: string | undefined },
  signal: AbortSignal,
  now: number,
): Promise<SessionStatusReply> {
  let body: unknown;
  if (status) body = await status({ sessionId, signal });
  else if (statusUrl === undefined) throw new TypeError('no statusUrl, no status option');
  else {
    const response = await fetch(pastCaches(statusUrl, now), {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal,
    });
    if (!response.ok) throw new TypeError(`the status endpoint answered ${response.status}`);
    body = await response.json();
  }
  const reply = parseStatusReply(body);
  if (!reply.ok) throw new TypeError(`the status endpoint's answer cannot be read: ${reply.reason}`);
  return reply.value;
}

/** A service worker of the shop may answer from its cache, whatever `cache` says: an address of its own is in none. */
function pastCaches(statusUrl: string, now: number): string {
  if (!navigator.serviceWorker?.controller) return statusUrl;
  return `${statusUrl}${statusUrl.includes('?') ? '&' : '?'}at=${now}`;
}
