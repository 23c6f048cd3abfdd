/** Under this key the session is kept that the customer left the page with; `resume()` reads it. */
export const RESUME_KEY = 'hpp-checkout';

/** Remembers the session for a later page, or for this one when it comes back. */
export function keepSession(session: { sessionId: string; statusUrl?: string }): void {
  try {
    sessionStorage.setItem(RESUME_KEY, [session.sessionId, session.statusUrl].join(' '));
  } catch {
    // Storage may be refused; the payment does not need it.
  }
}

/** Leaves the shop's page for the hosted page, remembering the session. Settles only if the customer comes back by Back. */
export function leaveTo(url: string, session: { sessionId: string; statusUrl?: string }): Promise<void> {
  keepSession(session);
  return new Promise((resolve) => {
    addEventListener('pageshow', resolve as () => void);
    location.assign(url);
  });
}
