import type { RateLimiter } from '../http/rateLimit.ts';
import type { FetchContext } from '../options.ts';
import { askerOf } from './askerOf.ts';

/** Who wants a page, as far as it is known. */
export interface PageAsker extends Pick<FetchContext, 'clientAddress' | 'untrustedForwarding'> {
  /** What `authorize` answered. */
  readonly principal: unknown;
}

/** Counts a wish for a page of this order. @throws ProblemError `rate_limited` */
export async function limitByOrder(
  rateLimiter: Pick<RateLimiter, 'take'>,
  { principal, clientAddress, untrustedForwarding }: PageAsker,
  orderReference: string,
): Promise<void> {
  const asker = await askerOf(principal, clientAddress);
  // By asker first: an attacker who names the order uses up their own share of it, not the customer's (T63).
  await rateLimiter.take('sessionsPerOrder', { name: `${asker}:${orderReference}`, untrustedForwarding });
  await rateLimiter.take('sessionsPerOrderInTotal', { name: orderReference });
}
