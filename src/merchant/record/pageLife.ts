import type { SessionRecord } from '../store/contract.ts';

/** An address expires at the gateway up to this much later than by our record, which counts from when we asked for it. */
export const EXPIRY_SLACK_MS = 2_000;

/** From this age on no page can be paid any more: its address has expired, and so has every 3DS step begun before. */
export const PAGE_ENDED_MS = 15 * 60_000;

/** Milliseconds for which the session's address is still valid. */
export function validForMs(session: Pick<SessionRecord, 'redirectExpiresAt'>, now: number): number {
  return session.redirectExpiresAt === null ? 0 : Math.max(0, session.redirectExpiresAt - now);
}

/** Milliseconds until the session's address has surely expired at the gateway; 0 or less once it has, or where none was made. */
export function untilSurelyExpired(
  { redirectExpiresAt }: Pick<SessionRecord, 'redirectExpiresAt'>,
  now: number,
): number {
  return redirectExpiresAt === null ? 0 : redirectExpiresAt + EXPIRY_SLACK_MS - now;
}

/** Whether a declined session's page may still be paid with another card: its address is valid, and the profile does not say that a decline ends the page (G23). */
export function mayBePaidAfterDecline(
  session: SessionRecord,
  now: number,
  declineEndsPage: boolean,
): boolean {
  return session.status === 'failed' && !declineEndsPage && untilSurelyExpired(session, now) > 0;
}
