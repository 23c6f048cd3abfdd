import type { CheckoutSession } from '../../protocol/page/session.ts';
import { ProblemError } from '../http/problem.ts';
import type { OpenResult } from './openResult.ts';

/** The page to pay on. @throws ProblemError that says why there is none. */
export function sessionOf(result: OpenResult): CheckoutSession {
  switch (result.kind) {
    case 'session':
      return result.session;
    case 'completed': {
      const { sessionId, orderReference } = result;
      throw new ProblemError('already_completed', { sessionId, orderReference });
    }
    case 'in_progress': {
      const { kind: _, ...details } = result;
      throw new ProblemError('session_in_progress', details);
    }
    case 'refused':
      throw new ProblemError('gateway_refused');
    case 'unavailable':
      throw new ProblemError('gateway_unavailable', { retryAfterMs: result.retryAfterMs ?? 2_000 });
  }
}
