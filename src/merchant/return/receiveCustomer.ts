import { sameText } from '../../protocol/gateway/sameText.ts';
import type { Parts } from '../parts.ts';
import { isOurId } from '../record/isSessionId.ts';
import { returnProof } from '../record/returnProof.ts';
import type { Settler } from '../settle/settler.ts';
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
    }
  | { kind: 'unknown' }
  /** The store does not answer. The customer still gets a page, and the shop's page still hears of the return. */
  | { kind: 'unclear' };

/** How somebody came to the return page. */
export interface Coming {
  id: string;
  /** The last part of the address, where it has one. */
  proof: string | null;
  /** A browser looks ahead; nobody is back. */
  isPrefetch: boolean;
}

/**
 * Notes that the customer of a session is back, and has the gateway asked without keeping the customer waiting. That the
 * hosted page sent the customer is noted only with the proof in the address (T61).
 */
export async function receiveCustomer(
  parts: Parts,
  settler: Settler,
  { id, proof, isPrefetch }: Coming,
): Promise<Arrival> {
  if (!isOurId(id)) return { kind: 'unknown' };
  const { store } = parts;
  try {
    const stored = await store.getSession(id);
    if (stored === null) return { kind: 'unknown' };
    const isSent = proof !== null && (await sameText(proof, await returnProof(parts.sha256, stored.value)));
    const session = isPrefetch ? stored.value : await markReturned(parts, stored, isSent);
    if (session.status !== 'completed' && !isPrefetch)
      parts.background('look after a return', look(settler, id));
    const events = await store.listEvents(id);
    return {
      kind: 'known',
      session,
      language: factOf(events, 'session_created', 'language'),
      pageOrigin: factOf(events, 'session_opened', 'pageOrigin'),
    };
  } catch (error) {
    parts.log.error({ err: error, sessionId: id }, 'A return could not be recorded');
    return { kind: 'unclear' };
  }
}

async function look(settler: Settler, id: string): Promise<void> {
  const found = await settler.look(id, 'gently');
  if (found !== null && found !== 'busy') await found.rest;
}

function factOf(events: readonly StoredEvent[], type: string, name: string): string | null {
  const value = events.find((event) => event.type === type)?.data[name];
  return typeof value === 'string' ? value : null;
}
