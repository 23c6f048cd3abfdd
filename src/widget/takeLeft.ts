import { RESUME_KEY } from './leave.ts';

/** The session that the customer left this page with, if there is one; asked for once. */
export function takeLeft(): { sessionId: string; statusUrl?: string } | null {
  try {
    const kept = sessionStorage.getItem(RESUME_KEY);
    sessionStorage.removeItem(RESUME_KEY);
    const left = JSON.parse(kept ?? 'null') as { sessionId?: unknown } | null;
    return typeof left?.sessionId === 'string' ? (left as never) : null;
  } catch {
    return null;
  }
}
