import { redact } from '../../protocol/gateway/redact.ts';
import type { StoredEvent, StoredNotification } from '../store/contract.ts';
import { describeEvent } from './describeEvent.ts';
import { shownFields } from './notificationFields.ts';
import type { ChainActor, ChainEntry } from './types.ts';

interface Happened {
  readonly at: number;
  /** Among those of one millisecond: the event log's own order. */
  readonly sequence: number;
  readonly sessionId: string;
  readonly actor: ChainActor;
  readonly type: string;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events and notifications of an order's sessions as one row, in order of time. */
export function chainOf(
  events: readonly StoredEvent[],
  notifications: readonly StoredNotification[],
): ChainEntry[] {
  const happened = [...events.map(ofEvent), ...notifications.map(ofNotification)];
  happened.sort((a, b) => a.at - b.at || a.sequence - b.sequence);
  const startAt = happened[0]?.at ?? 0;
  return happened.map(({ at, sequence: _, ...entry }, index) => ({
    at: new Date(at),
    sinceStartMs: at - startAt,
    sincePreviousMs: at - (happened[index - 1]?.at ?? at),
    ...entry,
  }));
}

function ofEvent({ at, sequence, sessionId, type, data }: StoredEvent): Happened {
  // Stored events are redacted; a store of the merchant's own need not have been given them by us.
  const safe = redact(data) as Record<string, unknown>;
  return { at, sequence, sessionId, type, data: safe, ...describeEvent(type, safe) };
}

/** Before the events of its millisecond: they follow from it. */
function ofNotification({
  sessionId,
  verified,
  body,
  firstAt,
  lastAt,
  deliveries,
}: StoredNotification): Happened {
  const fields = shownFields(body);
  const status = fields.Status === undefined ? '' : `: ${fields.Status}`;
  const times =
    deliveries === 1 ? '' : `, delivered ${deliveries} times, last at ${new Date(lastAt).toISOString()}`;
  return {
    at: firstAt,
    sequence: 0,
    sessionId: sessionId ?? '',
    actor: verified ? 'gateway' : 'handler',
    type: 'notification',
    text: verified
      ? `The gateway delivered a signed notification${status}${times}`
      : `A notification without a signature came, and was not believed${times}`,
    data: { verified, deliveries, lastAt: new Date(lastAt).toISOString(), ...fields },
  };
}
