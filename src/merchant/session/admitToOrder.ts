import { addressKey } from '../http/addressKey.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import type { FetchContext } from '../options.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { askerOf } from './askerOf.ts';

/** Who wants a page, as far as it is known. */
export interface PageAsker extends Pick<FetchContext, 'clientAddress' | 'untrustedForwarding'> {
  /** What `authorize` answered. */
  readonly principal: unknown;
}

/**
 * Counts a wish for a page of this order, and reads the order's sessions in the same step.
 *
 * @throws ProblemError `rate_limited`
 */
export async function admitToOrder(
  rateLimiter: Pick<RateLimiter, 'admit'>,
  { principal, clientAddress, untrustedForwarding }: PageAsker,
  orderReference: string,
): Promise<readonly Versioned<SessionRecord>[]> {
  const asker = await askerOf(principal, clientAddress);
  // An attacker who names the order uses up their own share of it, not the customer's (T63): what is refused counts nowhere.
  return rateLimiter.admit(
    orderReference,
    {
      sessionsPerOrder: `${asker}:${orderReference}`,
      sessionsPerOrderInTotal: orderReference,
      ...(clientAddress === undefined ? {} : { sessionsPerAddress: addressKey(clientAddress) }),
    },
    untrustedForwarding,
  );
}
