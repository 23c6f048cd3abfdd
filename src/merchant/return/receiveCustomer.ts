import type { Parts } from '../parts.ts';
import { isOurId } from '../session/isOurId.ts';
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

/** Notes that the customer of a session is back, and has the gateway asked without keeping the customer waiting. */
export async function receiveCustomer(parts: Parts, settler: Settler, id: string): Promise<Arrival> {
  if (!isOurId(id)) return { kind: 'unknown' };
  const { store } = parts;
  try {
    const stored = await store.getSession(id);
    if (stored === null) return { kind: 'unknown' };
    const session = await markReturned(parts, stored);
    if (session.status !== 'completed') parts.background('look after a return', look(settler, id));
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
