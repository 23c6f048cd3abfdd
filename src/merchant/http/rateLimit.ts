import { newEvent } from '../observe/events.ts';
import { oncePerMinute } from '../observe/oncePerMinute.ts';
import type { FetchContext, HandlerLimits } from '../options.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { addressKey } from './addressKey.ts';
import { ProblemError } from './problem.ts';
import { readLimit } from './readLimit.ts';

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

export interface RateLimiter {
  /** Takes one from a limit that all processes share. @throws ProblemError `rate_limited` */
  take(limit: RateLimit, asker: Asker): Promise<void>;
  /** Counts a read of this address, in this process (T73). @throws ProblemError `rate_limited` */
  takeRead(from: Pick<FetchContext, 'clientAddress' | 'untrustedForwarding'>): Promise<void>;
}

export interface RateLimiterContext {
  readonly records: Pick<RecordContext, 'store' | 'emit'>;
  readonly limits: Pick<HandlerLimits, RateLimit>;
  readonly monotonic: () => number;
}

/**
 * Refuses with 429. The first refusal of a limit in a minute, over all processes, is the alert `rate_limited`; the others are
 * not counted, since a flood must not become a flood of alerts.
 */
export function createRateLimiter({ records, limits, monotonic }: RateLimiterContext): RateLimiter {
  const { store, emit } = records;
  const isFirstInMinute = oncePerMinute(monotonic);
  const countRead = readLimit(limits.readsPerAddress, monotonic);

  async function refuse(
    limit: RateLimit,
    { untrustedForwarding = false }: Pick<Asker, 'untrustedForwarding'>,
    retryAfterMs: number,
  ): Promise<never> {
    if (isFirstInMinute(`rate_limited:${limit}`)) {
      const { allowed } = await store.take(`alert:rate_limited:${limit}`, 1, MINUTE);
      const perMinute = limits[limit];
      if (allowed) emit([newEvent('rate_limited', { limit, perMinute, untrustedForwarding })], null);
    }
    throw new ProblemError('rate_limited', { retryAfterMs });
  }

  return {
    async take(limit, asker) {
      const { allowed, retryAfterMs } = await store.take(`${limit}:${asker.name}`, limits[limit], MINUTE);
      if (!allowed) await refuse(limit, asker, retryAfterMs);
    },
    async takeRead({ clientAddress, untrustedForwarding }) {
      if (clientAddress === undefined) return;
      const retryAfterMs = countRead(addressKey(clientAddress));
      if (retryAfterMs > 0) await refuse('readsPerAddress', { untrustedForwarding }, retryAfterMs);
    },
  };
}
