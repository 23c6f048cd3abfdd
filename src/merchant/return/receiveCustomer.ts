import { sameText } from '../../protocol/gateway/sameText.ts';
import type { FailureLog } from '../observe/failureLog.ts';
import type { Background } from '../platform/background.ts';
import { appOf } from '../record/appOf.ts';
import { isSessionId } from '../record/isSessionId.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { returnProof } from '../record/returnProof.ts';
import type { Settler } from '../settle/createSettler.ts';
import { isProcessing } from '../status/isProcessing.ts';
import type { SessionRecord, StoredEvent } from '../store/contract.ts';
import { markReturned } from './markReturned.ts';

/** Who came back, as far as the store can tell. */
export type Arrival =
  | {
      kind: 'known';
      session: SessionRecord;
      /** The order's language, where `resolveOrder` gave one. */
      language: string | null;
      /** Origin of the hosted page, which may frame the return page. */
      pageOrigin: string | null;
      /** Which app the customer goes back to, by its name. */
      app: string | null;
      /** The gateway has said that the money comes later: they come once more. */
      isProcessing: boolean;
    }
  | { kind: 'unknown' }
  /** The store does not answer. The customer still gets a page, and the shop's page still hears of the return. */
  | { kind: 'unclear' };

/** How somebody came to the return page. */
export interface Coming {
  id: string;
  /** The last part of the address, where it has one. */
  proof: string | null;
  /** Somebody fetches the page ahead (`isPrefetch`); nobody is back. */
  isPrefetch: boolean;
}

export interface ReceiveCustomerContext extends Pick<RecordContext, 'store' | 'clock' | 'emit'> {
  readonly settler: Pick<Settler, 'sync'>;
  readonly background: Background;
  readonly failures: FailureLog;
}

/**
 * Notes that the customer of a session is back, and has the gateway polled without keeping the customer waiting. That the
 * hosted page sent the customer is noted only with the proof in the address (T61).
 */
export async function receiveCustomer(
  context: ReceiveCustomerContext,
  { id, proof, isPrefetch }: Coming,
): Promise<Arrival> {
  if (!isSessionId(id)) return { kind: 'unknown' };
  const { store, background, settler, failures } = context;
  try {
    const stored = await store.getSession(id);
    if (stored === null) return { kind: 'unknown' };
    const isSent = proof !== null && (await sameText(proof, await returnProof(stored.value)));
    const session = isPrefetch ? stored.value : await markReturned(context, stored, isSent);
    if (session.status !== 'completed' && !isPrefetch)
      background.run('sync after a return', syncSession(settler, id));
    const events = await store.listEvents(id);
    return {
      kind: 'known',
      session,
      language: factOf(events, 'session_created', 'language'),
      pageOrigin: factOf(events, 'session_opened', 'pageOrigin'),
      app: appOf(events),
      isProcessing: await isProcessing(session, async () => events),
    };
  } catch (error) {
    failures.failed('store', error, 'A return could not be recorded', { sessionId: id });
    return { kind: 'unclear' };
  }
}

async function syncSession(settler: ReceiveCustomerContext['settler'], id: string): Promise<void> {
  const { finished } = await settler.sync(id, { force: false });
  await finished;
}

function factOf(events: readonly StoredEvent[], type: string, name: string): string | null {
  const value = events.find((event) => event.type === type)?.data[name];
  return typeof value === 'string' ? value : null;
}
