import { newEvent } from '../observe/events.ts';
import { oncePerMinute } from '../observe/oncePerMinute.ts';
import type { FetchContext, HandlerLimits } from '../options.ts';
import type { StoreClock } from '../platform/storeClock.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { addressKey } from './addressKey.ts';
import { type AddressLimit, addressLimit } from './addressLimit.ts';
import { ProblemError } from './problem.ts';

const MINUTE = 60_000;

/** The limits that end in a 429. */
export type RateLimit = Extract<keyof HandlerLimits, `${string}Per${string}`>;

type Origin = Pick<FetchContext, 'clientAddress' | 'untrustedForwarding'>;

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
  takeRead(from: Origin): Promise<void>;
  /**
   * The same for a request for a session, before anything is asked for it: a flood from one address costs neither the merchant's
   * functions nor the store. `admit` counts over all processes. @throws ProblemError `rate_limited`
   */
  takeSession(from: Origin): Promise<void>;
  /**
   * Takes one from each of these limits, by what they count, if all allow it; they are shared by all processes.
   *
   * @returns the order's sessions, newest first.
   * @throws ProblemError `rate_limited`
   */
  admit(
    orderReference: string,
    names: Partial<Record<RateLimit, string>>,
    untrustedForwarding: boolean | undefined,
  ): Promise<readonly Versioned<SessionRecord>[]>;
}

export interface RateLimiterContext {
  readonly records: Pick<RecordContext, 'store' | 'emit'>;
  readonly limits: Pick<HandlerLimits, RateLimit>;
  readonly monotonic: () => number;
  /** Tells the store's clock what time the store said it was. */
  readonly learnTime: StoreClock['learn'];
}

/**
 * Refuses with 429. The first refusal of a limit in a minute, over all processes, is the alert `rate_limited`; the others are
 * not counted, since a flood must not become a flood of alerts.
 */
export function createRateLimiter({
  records,
  limits,
  monotonic,
  learnTime,
}: RateLimiterContext): RateLimiter {
  const { store, emit } = records;
  const isFirstInMinute = oncePerMinute(monotonic);
  const countRead = addressLimit(limits.readsPerAddress, monotonic);
  const countSession = addressLimit(limits.sessionsPerAddress, monotonic);

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

  async function takeHere(
    limit: RateLimit,
    count: AddressLimit,
    { clientAddress, untrustedForwarding }: Origin,
  ): Promise<void> {
    if (clientAddress === undefined) return;
    const retryAfterMs = count(addressKey(clientAddress));
    if (retryAfterMs > 0) await refuse(limit, { untrustedForwarding }, retryAfterMs);
  }

  return {
    async take(limit, asker) {
      const { allowed, retryAfterMs } = await store.take(`${limit}:${asker.name}`, limits[limit], MINUTE);
      if (!allowed) await refuse(limit, asker, retryAfterMs);
    },
    takeRead: (from) => takeHere('readsPerAddress', countRead, from),
    takeSession: (from) => takeHere('sessionsPerAddress', countSession, from),
    async admit(orderReference, names, untrustedForwarding) {
      const wanted = Object.entries(names) as [RateLimit, string][];
      const buckets = wanted.map(([limit, name]) => ({ name: `${limit}:${name}`, limit: limits[limit] }));
      const result = await learnTime(() => store.admit({ orderReference }, buckets, MINUTE));
      if (result.kind === 'admitted') return result.sessions;
      const full = wanted[buckets.findIndex(({ name }) => name === result.bucket)]?.[0] ?? 'sessionsPerOrder';
      return refuse(full, { untrustedForwarding }, result.retryAfterMs);
    },
  };
}
