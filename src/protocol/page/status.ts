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
  /** With `failed`: a card was declined, and another one may be tried on the same page as long as the customer is there. */
  mayRetry?: true;
}

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
  if (field('mayRetry') === true) reply.mayRetry = true;
  return accept(reply);
}
