import { NAMESPACE, PROTOCOL_VERSION } from './frameMessage.ts';
import { ownFields } from './record.ts';

/** What an app is told of a payment: the server's status when the page was asked last. */
export type AppOutcome = 'completed' | 'failed' | 'pending' | 'expired';

const OUTCOMES: readonly AppOutcome[] = ['completed', 'failed', 'pending', 'expired'];

/**
 * What a page of the checkout sends to the app whose web view shows it, as JSON. It holds no secret and proves nothing: whatever page
 * the web view shows can send the same. The app asks its own server what became of the order.
 */
export interface AppMessage {
  ns: typeof NAMESPACE;
  v: typeof PROTOCOL_VERSION;
  type: 'outcome';
  outcome: AppOutcome;
  /** `null` where no session belongs to what the page says. */
  sessionId: string | null;
  orderReference: string | null;
}

export function appMessage(
  message: Pick<AppMessage, 'outcome' | 'sessionId' | 'orderReference'>,
): AppMessage {
  const { outcome, sessionId, orderReference } = message;
  return { ns: NAMESPACE, v: PROTOCOL_VERSION, type: 'outcome', outcome, sessionId, orderReference };
}

/**
 * Reads what an app's web view was sent, as text or as an object; `null` for anything that is not this version of the message. For
 * apps in JavaScript, such as React Native's `onMessage`.
 *
 * @example
 * <WebView onMessage={({ nativeEvent }) => {
 *   const message = parseAppMessage(nativeEvent.data);
 *   if (message !== null) askServer(message.orderReference);
 * }} />
 */
export function parseAppMessage(data: unknown): AppMessage | null {
  const field = ownFields(typeof data === 'string' ? fromJson(data) : data);
  if (field === null || field('ns') !== NAMESPACE || field('v') !== PROTOCOL_VERSION) return null;
  const outcome = OUTCOMES.find((known) => known === field('outcome'));
  if (field('type') !== 'outcome' || outcome === undefined) return null;
  return appMessage({
    outcome,
    sessionId: textOrNull(field('sessionId')),
    orderReference: textOrNull(field('orderReference')),
  });
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
