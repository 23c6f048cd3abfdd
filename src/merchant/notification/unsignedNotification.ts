import { redact } from '../../protocol/gateway/redact.ts';
import { sha256 } from '../platform/sha256.ts';
import type { InboxNotification } from '../store/contract.ts';

/*
 * Anybody can send a notification without a signature. What is kept of one is small, and there are only so many places
 * for them: one that comes when its place is taken is counted there as another delivery. So the most that attackers can
 * fill is known beforehand, whatever they send and however long (T75).
 */

/** 32 for each session whose secret is known, 2,048 for all that name no session together. */
const PLACES = { ofSession: 32, ofNobody: 2_048 };
const MOST_NAMES = 24;
const NAME_LENGTH = 32;
const EXCERPT_LENGTH = 512;

/** @param digest SHA-256 of the notification as it arrived, hex. */
export async function unsignedNotification(
  fields: Readonly<Record<string, unknown>>,
  { digest, bytes, sessionId }: { digest: string; bytes: number; sessionId: string | null },
): Promise<InboxNotification> {
  const places = sessionId === null ? PLACES.ofNobody : PLACES.ofSession;
  const place = Number.parseInt(digest.slice(0, 8), 16) % places;
  return {
    digest: await sha256(`unsigned ${sessionId ?? 'nobody'} ${place}`),
    sessionId,
    verified: false,
    body: { sha256: digest, bytes, ...excerptOf(fields) },
  };
}

/** Names of the fields and the beginning of the redacted text. Redacted first and cut afterwards: half a card number is none to look for. */
function excerptOf(fields: Readonly<Record<string, unknown>>): { fields: string[]; excerpt: string } {
  const safe = redact(fields) as Record<string, unknown>;
  const names = Object.keys(safe).slice(0, MOST_NAMES);
  return {
    fields: names.map((name) => plain(name).slice(0, NAME_LENGTH)),
    excerpt: plain(JSON.stringify(safe)).slice(0, EXCERPT_LENGTH),
  };
}

/** One byte a character. */
function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, '?');
}
