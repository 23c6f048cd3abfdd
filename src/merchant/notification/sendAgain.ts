import { ProblemError } from '../http/problem.ts';

/** When the gateway is asked to send again: its own schedule may be slower. */
const REDELIVERY_MS = 30_000;

/** The 503 by which the gateway keeps a notification, and sends it once more. */
export function sendAgain(detail: string): ProblemError {
  return new ProblemError('notification_not_handled', { detail, retryAfterMs: REDELIVERY_MS });
}

/** It is stored here, and the shop's function failed. */
export const NOT_HANDED_ON = 'The notification was stored, and could not be handed on. Send it again.';
