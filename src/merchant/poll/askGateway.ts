import type { TransactionStatus } from '../../protocol/gateway/transaction.ts';
import type { Parts } from '../parts.ts';
import type { GatewayWord } from '../session/decideOnLive.ts';
import { type Evidence, missing } from '../settle/judge.ts';
import { DEAD_MS } from '../settle/schedule.ts';
import type { SessionRecord } from '../store/contract.ts';
import type { Breaker } from './breaker.ts';
import { isNotFound } from './gatewayErrors.ts';

/** What the gateway says of a session when asked. */
export interface Answer {
  said: GatewayWord;
  details?: TransactionStatus;
}

/** One status call, by every name that we have. A gateway that does not answer is an answer too. */
export async function askGateway(parts: Parts, breaker: Breaker, session: SessionRecord): Promise<Answer> {
  const { orderReference, uniqueReference, pspId, correlationId } = session;
  const { statusCallMs } = parts.timeouts;
  try {
    const details = await parts.gateway.transactions.retrieve(
      { orderReference, uniqueReference, ...(pspId === null ? {} : { pspId }) },
      {
        timeoutMs: statusCallMs,
        deadlineMs: statusCallMs * 2,
        headers: { 'X-Correlation-Id': correlationId },
      },
    );
    breaker.succeeded();
    const isUnconfirmed = details.state === 'processed' && missing(session, details).length > 0;
    return { said: isUnconfirmed ? 'unconfirmed' : details.state, details };
  } catch (error) {
    if (isNotFound(error)) {
      breaker.succeeded();
      return { said: 'not_found' };
    }
    breaker.failed();
    parts.log.warn({ err: error, sessionId: session.id }, 'The gateway could not be asked about a session');
    return { said: 'unreachable' };
  }
}

/** What an answer is evidence of; `null`: of nothing. Silence becomes evidence with time. */
export function evidenceOf(
  parts: Parts,
  session: SessionRecord,
  { said, details }: Answer,
  now: number,
): Evidence | null {
  if (said === 'unreachable') return null;
  const age = now - session.createdAt;
  const isSilent = said === 'not_found' || (said === 'pending' && session.returnedAt === null);
  if (isSilent && session.status === 'creating' && age > parts.timeouts.createPageMs * 2) {
    return { kind: 'not_opened', because: 'the reply of the create call was lost' };
  }
  if (isSilent && age >= DEAD_MS) return { kind: 'expired', because: 'age' };
  if (details === undefined) return null;
  return {
    kind: 'transaction',
    source: 'status',
    details,
    test: parts.gateway.test,
    overdue: age >= DEAD_MS,
  };
}
