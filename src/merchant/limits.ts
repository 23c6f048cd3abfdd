/** Every bound of the handler. Whole numbers; times in milliseconds, at most 2,147,483,647 but for ages and the period. */
export interface HandlerLimits {
  /** Largest request body in bytes. Default 65,536 (T44). */
  maxBodyBytes: number;
  /**
   * Session requests per minute from one address, over all processes. Default 30 (T29). IPv6 addresses of one /64 count as one.
   * Each process counts for itself first: requests that name no order, such as refused ones, are counted by it alone.
   */
  sessionsPerAddress: number;
  /**
   * Session requests per minute for one order by one asker: the principal where `authorize` answers with a text or a number,
   * else the network address. Default 10.
   */
  sessionsPerOrder: number;
  /** Session requests per minute for one order by all askers together. Default 100. */
  sessionsPerOrderInTotal: number;
  /**
   * Reads per minute (`GET /session/:id`, the return page) from one address, counted by each process for itself. Default
   * 1,200 (T73): a customer's widget asks 60 times at most.
   */
  readsPerAddress: number;
  /** Largest `order` that a browser may send, in bytes: it is kept with the session. Default 4,096. */
  maxOrderBytes: number;
  /** Notifications per minute that name no session we know; signed and unsigned ones are counted apart. Default 120 (T47). */
  orphanNotificationsPerMinute: number;
  /**
   * Least time between two status calls to the gateway for one session, over all processes. Default 4,000; a quarter of it
   * once the customer is back. Longer where the gateway's own rate limit is low.
   */
  pollIntervalMs: number;
  /** How long an order stays closed to a new session after the customer came back and the gateway says "pending". Default 900,000. */
  pendingHoldMs: number;
  /**
   * How long after the last page of an order could be paid `onUnpaid` waits. Default 900,000. The page lives two minutes, a 3-D
   * Secure step that was begun on it a few more; the gateway delivers a notification that found nobody again after 5 seconds and
   * 5 minutes (N21), and its status answer is read once more when this time is over.
   */
  unpaidGraceMs: number;
  /** Timeout of one call of a hook: `onPayment`, `onUnpaid`, `onNotification` and the others. Default 8,000. */
  hookTimeoutMs: number;
  /** Timeout of one `resolveOrder`, `authorize` or address function: a customer waits for the answer. Default 5,000. */
  answerTimeoutMs: number;
  /** How long after a payment its notification is awaited before the gateway is polled, where there is an `onPaymentDetails`. Default 900,000. */
  detailsTimeoutMs: number;
  /** How long an issuer holds an authorised sum; the gateway is polled once after it (S147). Default 30 days. */
  authorisationPeriodMs: number;
  /**
   * Age at which a completed, failed or expired session is deleted, with all that hangs on it, unless something is still to
   * be done for it. Default 400 days; 8 days at least. Longer than an order can be paid again in the shop: with the
   * session goes the knowledge that the order was paid.
   */
  retainSessionsMs: number;
  /** Age at which notifications that belong to no session of ours are deleted; a session's own go with it. Default 30 days. */
  retainNotificationsMs: number;
}
