import { SESSION_STATUSES, type SessionStatus } from './outcome.ts';
import { accept, type Parsed, refuse } from './parsed.ts';
import { ownFields } from './record.ts';
import { readWaitMs } from './waitMs.ts';

/** The closed answer to `GET /session/:id`. Nothing of the card, the customer or the gateway is in it (T13). */
export interface SessionStatusReply {
  status: SessionStatus;
  /** Milliseconds to wait before asking again; more than 300,000 are read as 300,000. */
  retryAfterMs?: number;
  orderReference?: string;
  /**
   * What the customer is told of `failed`; without it, that the payment was not completed. With `pending`, `processing`: the
   * gateway itself says so after the customer has finished on its page. The money comes later, as with a voucher or a transfer,
   * and nobody waits for it. Without it, `pending` may be decided in a moment.
   */
  reason?: 'declined' | 'cancelled' | 'processing';
  /** With `completed`: where the shop's receipt goes. Shown masked (`a•••@example.com`), whatever it is. */
  email?: string;
  /** With `failed`: a card was declined, and another one may be tried on the same page as long as the customer is there. */
  mayRetry?: true;
}

/** Which reason goes with which status. */
const REASONS: { readonly [S in SessionStatus]?: readonly unknown[] } = {
  failed: ['declined', 'cancelled'],
  pending: ['processing'],
};

export function parseStatusReply(value: unknown): Parsed<SessionStatusReply> {
  const field = ownFields(value);
  if (field === null) return refuse('the status reply is not an object');
  const status = field('status') as SessionStatus;
  // Not `find`, nor `every`: Prototype.js has its own, which throw where MooTools has rewritten `each`.
  if (!SESSION_STATUSES.includes(status))
    return refuse(`status: expected one of ${SESSION_STATUSES.join(', ')}`);
  const reply: SessionStatusReply = { __proto__: null, status } as never;
  const retryAfterMs = readWaitMs(field('retryAfterMs'));
  if (retryAfterMs !== undefined) reply.retryAfterMs = retryAfterMs;
  const orderReference = field('orderReference');
  if (typeof orderReference === 'string') reply.orderReference = orderReference;
  const reason = field('reason');
  if (REASONS[status]?.includes(reason)) reply.reason = reason as 'processing';
  // Masked once more: whoever looks over the customer's shoulder learns no address.
  const [, first, host] = /^(.)[^@]*(@[\w.-]{1,100})$/u.exec(`${field('email')}`.slice(0, 300)) ?? [];
  if (first) reply.email = `${first}•••${host}`;
  if (field('mayRetry') === true) reply.mayRetry = true;
  return accept(reply);
}
