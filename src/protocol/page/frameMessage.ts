import { accept, type Parsed, refuse } from './parsed.ts';
import { ownFields } from './record.ts';

/*
 * Return page → widget: "ask for the status now". Widget → return page: "received".
 *
 * Requirements
 * 1. No message carries an outcome. The strongest effect of any message, forged or true, is one status check.
 * 2. The return page may be nested below the hosted page, so it posts to every ancestor, each time with an exact origin.
 * 3. Messages are idempotent: the return page repeats itself until it gets the answer.
 *
 * Steps
 * 1. return page → each ancestor: `returned` with the session id and a hint for the waiting text.
 * 2. widget: origin, source, shape, session (see `checkout/channel.ts`), then a status check.
 * 3. widget → return page: `ack` with the session id, to the message's own source and origin.
 */

export const NAMESPACE = 'hpp-checkout';
export const PROTOCOL_VERSION = 1;

/** Which of the two redirect addresses the customer arrived at. Cosmetic: it only chooses a waiting text. */
export type ReturnHint = 'success' | 'failure' | 'unknown';

export interface ReturnedMessage {
  ns: typeof NAMESPACE;
  v: typeof PROTOCOL_VERSION;
  type: 'returned';
  session: string;
  hint: ReturnHint;
}

export interface AckMessage {
  ns: typeof NAMESPACE;
  v: typeof PROTOCOL_VERSION;
  type: 'ack';
  session: string;
}

export type FrameMessage = ReturnedMessage | AckMessage;

export function returnedMessage(session: string, hint: ReturnHint): ReturnedMessage {
  return { ns: NAMESPACE, v: PROTOCOL_VERSION, type: 'returned', session, hint };
}

export function ackMessage(session: string): AckMessage {
  return { ns: NAMESPACE, v: PROTOCOL_VERSION, type: 'ack', session };
}

export function parseReturnHint(value: unknown): ReturnHint {
  return value === 'success' || value === 'failure' ? value : 'unknown';
}

/**
 * Reads a message from another window. Never throws, never recurses into the value, never copies it.
 * An unknown version of a `returned` message is read as one with hint `unknown`: it causes one status check either way (T50).
 */
export function parseFrameMessage(data: unknown): Parsed<FrameMessage> {
  const field = ownFields(data);
  if (field === null) return refuse('no object');
  if (field('ns') !== NAMESPACE) return refuse('ns');
  const session = field('session');
  if (!isSessionId(session)) return refuse('session');
  switch (field('type')) {
    case 'returned': {
      const known = field('v') === PROTOCOL_VERSION;
      return accept(returnedMessage(session, known ? parseReturnHint(field('hint')) : 'unknown'));
    }
    case 'ack':
      return accept(ackMessage(session));
    default:
      return refuse('type');
  }
}

/** Bounds of what a page may be said to be high, in CSS pixels. */
const [LOWEST, HIGHEST] = [160, 2_400];

/** A height within its bounds; `undefined` for what is no number. */
export function boundHeight(height: unknown): number | undefined {
  return typeof height === 'number' && Number.isFinite(height)
    ? Math.round(Math.min(HIGHEST, Math.max(LOWEST, height)))
    : undefined;
}

/**
 * How high the hosted page says it is: `{ ns, v: 1, type: 'size', height }`, in CSS pixels. Not required of any gateway, of no session
 * and for looks alone. `undefined` for every other message.
 */
export function readSize(data: unknown): number | undefined {
  const field = ownFields(data);
  const isSize = field?.('ns') === NAMESPACE && field('v') === PROTOCOL_VERSION && field('type') === 'size';
  return isSize ? boundHeight(field('height')) : undefined;
}

/**
 * The hosted page shows a voucher's number, or bank details, which are good for longer than the page itself:
 * `{ ns, v: 1, type: 'issued' }`. Not required of any gateway; it stops the clock that the customer sees, and nothing else.
 */
export function isIssued(data: unknown): boolean {
  const field = ownFields(data);
  return field?.('ns') === NAMESPACE && field('v') === PROTOCOL_VERSION && field('type') === 'issued';
}

/** Our own ids are 32 hex digits; a merchant with its own backend may use another form of up to 128 characters. */
export function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.~-]{1,128}$/.test(value);
}
