import type { CheckoutGateway } from '../../gateway/checkoutGateway.ts';
import type { TransactionStatus } from '../../protocol/gateway/transaction.ts';
import { newEvent } from '../observe/events.ts';
import type { FailureLog } from '../observe/failureLog.ts';
import type { Telemetry } from '../observe/telemetry.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import { addNewEvents } from '../record/addNewEvents.ts';
import { PAGE_ENDED_MS } from '../record/pageLife.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { SessionRecord } from '../store/contract.ts';
import type { CircuitBreaker } from './circuitBreaker.ts';
import type { Evidence } from './evidence.ts';
import { isNotFound } from './gatewayErrors.ts';
import type { GatewayState } from './gatewayState.ts';
import { missingFields } from './matchRecord.ts';

/** The answer to one status call. */
export interface GatewayAnswer {
  readonly gatewayState: GatewayState;
  /** What the answer proves; `null`: nothing. */
  readonly evidence: Evidence | null;
}

/** Polls the gateway about one session at a time. */
export interface GatewayPoll {
  /** One status call, by every name that we have. A gateway that does not answer is an answer too. */
  poll(session: SessionRecord): Promise<GatewayAnswer>;
  /** As `poll`; `null` while the circuit breaker is open. */
  pollUnlessDown(session: SessionRecord): Promise<GatewayAnswer | null>;
}

export interface GatewayPollContext {
  readonly gateway: Pick<CheckoutGateway, 'transactions' | 'test'>;
  readonly circuitBreaker: CircuitBreaker;
  readonly records: Pick<RecordContext, 'store' | 'clock' | 'emit'>;
  readonly telemetry: Pick<Telemetry, 'task'>;
  readonly failures: FailureLog;
  readonly timeouts: Pick<HandlerTimeouts, 'statusCallMs' | 'createPageMs'>;
}

export function createGatewayPoll(context: GatewayPollContext): GatewayPoll {
  const { circuitBreaker, records, telemetry } = context;

  async function poll(session: SessionRecord): Promise<GatewayAnswer> {
    const now = await records.clock();
    const names = { 'checkout.session': session.id };
    const status = await telemetry.task('poll', names, () => retrieveStatus(context, session));
    const fields = typeof status === 'string' ? [] : status.unreadable;
    // Once a session, however often the gateway is polled.
    if (fields.length > 0) {
      await addNewEvents(records, session, [newEvent('fields_unreadable', { fields })]);
    }
    const gatewayState = stateOf(session, status);
    return { gatewayState, evidence: evidenceOf(context, session, gatewayState, status, now) };
  }

  return {
    poll,
    pollUnlessDown: async (session) => (circuitBreaker.mayCall() ? poll(session) : null),
  };
}

type Status = TransactionStatus | 'not_found' | 'unreachable';

async function retrieveStatus(
  { gateway, circuitBreaker, failures, timeouts }: GatewayPollContext,
  session: SessionRecord,
): Promise<Status> {
  const { orderReference, uniqueReference, pspId, correlationId } = session;
  const { statusCallMs } = timeouts;
  try {
    const status = await gateway.transactions.retrieve(
      { orderReference, uniqueReference, ...(pspId === null ? {} : { pspId }) },
      {
        timeoutMs: statusCallMs,
        deadlineMs: statusCallMs * 2,
        headers: { 'X-Correlation-Id': correlationId },
      },
    );
    circuitBreaker.succeeded();
    failures.succeeded('gateway');
    return status;
  } catch (error) {
    if (isNotFound(error)) {
      circuitBreaker.succeeded();
      failures.succeeded('gateway');
      return 'not_found';
    }
    circuitBreaker.failed();
    failures.failed('gateway', error, 'The gateway could not be asked about a session', {
      sessionId: session.id,
    });
    return 'unreachable';
  }
}

function stateOf(session: SessionRecord, status: Status): GatewayState {
  if (typeof status === 'string') return status;
  const isUnconfirmed = status.state === 'processed' && missingFields(session, status).length > 0;
  return isUnconfirmed ? 'unconfirmed' : status.state;
}

/** Silence becomes evidence with time. */
function evidenceOf(
  { gateway, timeouts }: GatewayPollContext,
  session: SessionRecord,
  gatewayState: GatewayState,
  status: Status,
  now: number,
): Evidence | null {
  if (gatewayState === 'unreachable') return null;
  const age = now - session.createdAt;
  const isSilent =
    gatewayState === 'not_found' || (gatewayState === 'pending' && session.returnedAt === null);
  if (isSilent && session.status === 'creating' && age > timeouts.createPageMs * 2) {
    return { kind: 'not_opened', because: 'the reply of the create call was lost' };
  }
  if (isSilent && age >= PAGE_ENDED_MS) return { kind: 'expired', because: 'age' };
  if (typeof status === 'string') return null;
  return {
    kind: 'transaction',
    source: 'status',
    details: status,
    test: gateway.test,
    overdue: age >= PAGE_ENDED_MS,
  };
}
