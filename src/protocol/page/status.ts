import { SESSION_STATUSES, type SessionStatus } from './outcome.ts';
import { accept, type Parsed, refuse } from './parsed.ts';
import { ownFields } from './record.ts';

/** The closed answer to `GET /session/:id`. Nothing of the card, the customer or the gateway is in it (T13). */
export interface SessionStatusReply {
  status: SessionStatus;
  /** Milliseconds to wait before asking again. */
  retryAfterMs?: number;
  orderReference?: string;
}

export function parseStatusReply(value: unknown): Parsed<SessionStatusReply> {
  const field = ownFields(value);
  if (field === null) return refuse('the status reply is not an object');
  const status = SESSION_STATUSES.find((known) => known === field('status'));
  if (status === undefined) return refuse(`status: expected one of ${SESSION_STATUSES.join(', ')}`);
  const reply: SessionStatusReply = { status };
  const retryAfterMs = field('retryAfterMs');
  if (typeof retryAfterMs === 'number' && retryAfterMs >= 0) reply.retryAfterMs = retryAfterMs;
  const orderReference = field('orderReference');
  if (typeof orderReference === 'string') reply.orderReference = orderReference;
  return accept(reply);
}
