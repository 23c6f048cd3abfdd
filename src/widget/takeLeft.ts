import { isSessionId } from '../protocol/page/frameMessage.ts';
import { RESUME_KEY } from './leave.ts';

/** Both fields are its own, whatever stands on `Object.prototype` (T85). */
export interface LeftSession {
  sessionId: string;
  statusUrl: string | undefined;
}

/** The session that the customer left this page with, if there is one; asked for once. */
export function takeLeft(): LeftSession | null {
  try {
    const [sessionId, statusUrl] = sessionStorage.getItem(RESUME_KEY)?.split(' ') ?? [];
    sessionStorage.removeItem(RESUME_KEY);
    return isSessionId(sessionId) ? { sessionId, statusUrl: statusUrl || undefined } : null;
  } catch {
    return null;
  }
}
