/** What a host may look like: it becomes `https://` with this behind it, and nothing more. */
const HOST = /^[\w.-]+(:\d+)?$/;

const keyOf = (session: unknown) => `hpp-checkout ${typeof session === 'string' ? session : ''}`;

/**
 * Remembers where the hosted page of this session address lies, so that it is connected to on intent from the next visit on.
 * Only https: the scheme is not kept.
 */
export function rememberGateway(session: unknown, hostedPage: string): void {
  const { protocol, host } = new URL(hostedPage);
  if (protocol !== 'https:') return;
  try {
    localStorage.setItem(keyOf(session), host);
  } catch {
    // Storage may be refused; the payment does not need it.
  }
}

/** The origin that was remembered; `undefined` without one, and for whatever else may stand there (T14). */
export function recallGateway(session: unknown): string | undefined {
  try {
    const host = localStorage.getItem(keyOf(session)) ?? '';
    return HOST.test(host) ? `https://${host}` : undefined;
  } catch {
    return undefined;
  }
}
