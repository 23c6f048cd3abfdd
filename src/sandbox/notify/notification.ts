import type { NotificationPayload } from './payload.ts';

/** One delivery of a notification, as it went. */
export interface DeliveryAttempt {
  number: number;
  at: number;
  /** HTTP status of the reply; `null` when none came. */
  status: number | null;
  /** Start of the reply, redacted. */
  reply: string;
  error: string | null;
  durationMs: number;
}

/** A notification and its deliveries. */
export interface Notification {
  readonly id: string;
  readonly pspId: number;
  readonly orderReference: string;
  readonly uniqueReference: string;
  readonly url: string;
  readonly payload: NotificationPayload;
  readonly createdAt: number;
  readonly state: 'waiting' | 'acknowledged' | 'dropped' | 'given_up';
  readonly attempts: readonly DeliveryAttempt[];
  /** Deliveries that were begun: the number of the last one (S163), also when the process died in the middle of it. */
  readonly sent: number;
  /** When it is delivered next; `null` when it is not, or waits for another one (`reorder`). */
  readonly nextAt: number | null;
  /** Signed with a wrong key on purpose. */
  readonly tampered: boolean;
  /** Deliveries to make after the acknowledged one. */
  readonly repeats: number;
  /** The notification that waits until this one was tried once. */
  readonly thenId: string | null;
}
