import { isSessionId } from '../protocol/page/frameMessage.ts';
import { RESUME_KEY } from './leave.ts';

/** Both fields are its own, whatever stands on `Object.prototype` (T85). */
export interface KeptSession {
  sessionId: string;
  statusUrl: string | undefined;
}

/** The session that `keepSession` has remembered for this page, if there is one; asked for once. */
export function takeKeptSession(): KeptSession | null {
  try {
    const [sessionId, statusUrl] = sessionStorage.getItem(RESUME_KEY)?.split(' ') ?? [];
    sessionStorage.removeItem(RESUME_KEY);
    return isSessionId(sessionId) ? { sessionId, statusUrl: statusUrl || undefined } : null;
  } catch {
    return null;
  }
}
