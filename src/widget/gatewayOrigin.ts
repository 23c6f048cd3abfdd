import type { CheckoutOptions } from './options.ts';

/** All that is read of an option or a stored text: an origin, and never another scheme (T14). */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+/;

const keyOf = (session: unknown) => `hpp-checkout ${typeof session === 'string' ? session : ''}`;

/**
 * Remembers where the hosted page of this session address lies, so that it is connected to on intent from the next visit on.
 * Only https.
 */
export function rememberGateway(session: unknown, hostedPage: string): void {
  const { protocol, origin } = new URL(hostedPage);
  if (protocol !== 'https:') return;
  try {
    localStorage.setItem(keyOf(session), origin);
  } catch {
    // Storage may be refused; the payment does not need it.
  }
}

/** Where the hosted page will lie: the first origin that the merchant allows, else where it lay the last time. */
export function gatewayOf({ gatewayOrigins, session }: CheckoutOptions): string | undefined {
  return ORIGIN.exec(`${gatewayOrigins || recallGateway(session)}`)?.[0];
}

function recallGateway(session: unknown): string | null {
  try {
    return localStorage.getItem(keyOf(session));
  } catch {
    return null;
  }
}
