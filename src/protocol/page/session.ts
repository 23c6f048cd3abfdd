import { readDisplay, type SessionDisplay } from './display.ts';
import { isSessionId } from './frameMessage.ts';
import { accept, type Parsed, refuse } from './parsed.ts';
import { ownFields } from './record.ts';

/** A day. Longer lives do not fit into a timer (T74), and no hosted page has one. */
const LONGEST_LIFE_MS = 86_400_000;

/** What the merchant's server answers to `POST /session`: one hosted page, payable for two minutes. */
export interface CheckoutSession {
  /** 128 random bits, made by the server. */
  sessionId: string;
  /** The hosted page's address. Dies 120 s after it was made (S141, S192). */
  redirectUrl: string;
  /** Milliseconds the address still lived when the server answered. Default 120,000. */
  expiresInMs?: number;
  /** Where the widget asks for the session's status. Without it, the `status` option must be given. */
  statusUrl?: string;
  /** Origin of the return page, if it is not the origin of `statusUrl`. */
  returnOrigin?: string;
  /** `true` shows that it is a test. */
  test?: boolean;
  /** What the dialog shows of the purchase. For show only. */
  display?: SessionDisplay;
  /**
   * The hosted page refuses to be framed by the shop, as its headers say: the customer is sent to the full page at once. Absent
   * where framing is allowed or not known.
   */
  framing?: 'refused';
}

/** Why a session is asked for: the customer opened the page, showed intent, or the old address died. */
export type SessionReason = 'open' | 'warm' | 'renew';

/** The body of `POST /session`. Never an amount, a currency, a test flag or a customer account. */
export interface SessionRequest {
  order: unknown;
  reason: SessionReason;
  /** The session that this one replaces. */
  previous?: string;
}

/** Reads a session from the merchant's server, or says which field is wrong and what was expected. */
export function parseSession(value: unknown): Parsed<CheckoutSession> {
  const field = ownFields(value);
  if (field === null) return refuse('the session is not an object');
  const sessionId = field('sessionId');
  if (!isSessionId(sessionId)) return refuse('sessionId: expected 1 to 128 letters, digits or _.~-');
  const redirectUrl = field('redirectUrl');
  if (typeof redirectUrl !== 'string') return refuse('redirectUrl: expected a string');
  const session: CheckoutSession = { __proto__: null, sessionId, redirectUrl } as never;

  const expiresInMs = field('expiresInMs');
  if (expiresInMs !== undefined) {
    if (typeof expiresInMs !== 'number' || !Number.isFinite(expiresInMs)) {
      return refuse('expiresInMs: expected a number of milliseconds');
    }
    session.expiresInMs = Math.min(expiresInMs, LONGEST_LIFE_MS);
  }
  for (const name of ['statusUrl', 'returnOrigin'] as const) {
    const text = field(name);
    if (text === undefined) continue;
    if (typeof text !== 'string') return refuse(`${name}: expected a string`);
    session[name] = text;
  }
  if (field('test') === true) session.test = true;
  if (field('framing') === 'refused') session.framing = 'refused';
  const display = readDisplay(field('display'));
  if (display) session.display = display;
  return accept(session);
}
