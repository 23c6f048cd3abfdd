import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { Hpp } from './operations/hpp.ts';
import type { Transactions } from './operations/transactions.ts';

/** The part of the client that the checkout handler uses. `createGateway` returns more. */
export interface CheckoutGateway {
  /** What the client knows of its operator's gateway; `describeProfile(gateway.profile)` puts it in words. */
  readonly profile: GatewayProfile;
  /** Whether this client marks its transactions as tests (S24). */
  readonly test: boolean;
  /**
   * A name for the account that this client speaks for: a digest of the client id, the same for every client of it. The handler
   * compares it with the one whose payments the store holds.
   */
  readonly account?: () => Promise<string>;
  /** Hosted payment pages: a page to pay on, of which the card details never reach your server. */
  readonly hpp: Hpp;
  /** How a payment stands, by asking. */
  readonly transactions: Transactions;
  /** What the gateway reports by itself, as signed requests to your `callBackUrl`. */
  readonly notifications: Notifications;
}
