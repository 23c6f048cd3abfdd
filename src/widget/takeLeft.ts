import { isSessionId } from '../protocol/page/frameMessage.ts';
import { RESUME_KEY } from './leave.ts';

/** The session that the customer left this page with, if there is one; asked for once. */
export function takeLeft(): { sessionId: string; statusUrl?: string } | null {
  try {
    const [sessionId, statusUrl] = sessionStorage.getItem(RESUME_KEY)?.split(' ') ?? [];
    sessionStorage.removeItem(RESUME_KEY);
    return isSessionId(sessionId)
      ? ({ __proto__: null, sessionId, ...(statusUrl && { statusUrl }) } as never)
      : null;
  } catch {
    return null;
  }
}
