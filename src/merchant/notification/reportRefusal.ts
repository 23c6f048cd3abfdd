import type { Emit } from '../observe/events.ts';
import { newEvent } from '../observe/events.ts';
import type { LimitedLog } from '../observe/limitedLog.ts';
import type { SessionRecord } from '../store/contract.ts';
import type { ReadNotification } from './readNotification.ts';

/** What was known of a notification when it was refused. */
export interface Progress {
  read: ReadNotification | null;
  session: SessionRecord | null;
}

/**
 * Logs why a notification got no 2xx, and makes an event of it: at most ten a minute of the same kind, since anybody can
 * cause them (T72). Signed ones are counted apart. The reason is our own text or names a field, never what was sent: whoever
 * sent it may have forged it (T36).
 */
export function reportRefusal(
  { limitedLog, emit }: { limitedLog: LimitedLog; emit: Emit },
  error: unknown,
  { read, session }: Progress,
): void {
  // There is an alert about it already.
  if (read?.kind === 'unreadable' && (read.signed || session !== null)) return;
  const reason = read?.kind === 'forged' ? read.reason : codeOf(error);
  const verified = read?.kind === 'signed';
  const detail = read?.kind === 'unreadable' ? { detail: read.reason } : {};
  const named = verified ? { orderReference: read.notification.orderReference } : {};
  const facts = { reason, verified, ...detail, ...named };
  const isLogged = limitedLog(
    `notification ${reason} ${verified}`,
    { sessionId: session?.id, ...facts },
    read?.kind === 'forged'
      ? 'A notification with a wrong signature was refused'
      : 'A notification was refused',
  );
  if (isLogged) emit([newEvent('notification_rejected', facts)], session);
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : 'internal_error';
}
