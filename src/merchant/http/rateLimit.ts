import { newEvent } from '../observe/events.ts';
import type { HandlerLimits } from '../options.ts';
import type { Parts } from '../parts.ts';
import { ProblemError } from './problem.ts';

const MINUTE = 60_000;

/** The limits that end in a 429. */
export type RateLimit = Extract<keyof HandlerLimits, `${string}Per${string}`>;

/** Whose request it is that a limit counts. */
export interface Asker {
  /** What is counted by: an address, an order, a session. */
  name: string;
  /** The request came with a forwarding header that nobody trusts: many customers may stand behind one address. */
  untrustedForwarding?: boolean | undefined;
}

/**
 * Takes one from a limit that all processes share, or refuses with 429. The first refusal of a limit in a minute, over all
 * processes, is the alert `rate_limited`; the others are counted by nobody, since a flood must not become a flood of alerts.
 *
 * @throws ProblemError `rate_limited`
 */
export async function takeOrRefuse(parts: Parts, limit: RateLimit, asker: Asker): Promise<void> {
  const perMinute = parts.settings.limits[limit];
  const { allowed, retryAfterMs } = await parts.store.take(`${limit}:${asker.name}`, perMinute, MINUTE);
  if (!allowed) await refuse(parts, limit, asker, retryAfterMs);
}

/** Refuses with 429, and raises the alert where this process is the first to do so in a minute. */
export async function refuse(
  parts: Parts,
  limit: RateLimit,
  { untrustedForwarding = false }: Pick<Asker, 'untrustedForwarding'>,
  retryAfterMs: number,
): Promise<never> {
  if (parts.oncePerMinute(`rate_limited:${limit}`)) {
    const { allowed } = await parts.store.take(`alert:rate_limited:${limit}`, 1, MINUTE);
    const perMinute = parts.settings.limits[limit];
    if (allowed) parts.emit([newEvent('rate_limited', { limit, perMinute, untrustedForwarding })], null);
  }
  throw new ProblemError('rate_limited', { retryAfterMs });
}
