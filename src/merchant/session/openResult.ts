import type { CheckoutSession, SessionReason } from '../../protocol/page/session.ts';
import { validForMs } from '../record/pageLife.ts';
import type { Settings } from '../settings.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';

/** Why a page is asked for: by the widget, on the pay page or by a pay link, or by `createSession`. */
export type OpenReason = SessionReason | 'page' | 'link' | 'server';

/** Who asks and why; nothing of it decides on money. */
export interface OpenRequest {
  reason: OpenReason;
  previous: string | null;
  correlationId: string;
  /** The order's sessions, newest first, if they have been read just now. */
  sessions?: readonly Versioned<SessionRecord>[];
  /** The browser's `order`, to be kept: `keepOrder`. */
  order: string;
  /** One of `appReturnUrls`: which app the customer goes back to. */
  app?: string | null;
}

export type OpenResult =
  | { kind: 'session'; session: CheckoutSession }
  | { kind: 'completed'; sessionId: string; orderReference: string }
  /** `sessionId`: whose page may still be paid. */
  | { kind: 'in_progress'; sessionId?: string; retryAfterMs: number }
  /** The gateway refused the request: our error or a wrong setting. */
  | { kind: 'refused' }
  /** `retryAfterMs`: the gateway's own `Retry-After`, capped. */
  | { kind: 'unavailable'; retryAfterMs?: number };

/** What the browser gets of a session. */
export function toCheckoutSession(
  { publicUrl, publicOrigin }: Pick<Settings, 'publicUrl' | 'publicOrigin'>,
  session: SessionRecord,
  now: number,
): CheckoutSession {
  return {
    sessionId: session.id,
    redirectUrl: session.redirectUrl ?? '',
    expiresInMs: validForMs(session, now),
    statusUrl: `${publicUrl}/session/${session.id}`,
    returnOrigin: publicOrigin,
    ...(session.test ? { test: true } : {}),
  };
}
