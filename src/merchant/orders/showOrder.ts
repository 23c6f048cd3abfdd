import type { HandlerLimits } from '../options.ts';
import type { Clock } from '../platform/storeClock.ts';
import type { SessionRecord, StoredEvent } from '../store/contract.ts';
import type { ModeStore } from '../store/modeStore.ts';
import { chainOf } from './chain.ts';
import type { OrderHistory, OrderSession, StuckOrder } from './types.ts';
import {
  TELLING,
  whyNoDetails,
  whyNotFinal,
  whyNotFulfilled,
  whyNotReleased,
  whyNotTold,
} from './whyStuck.ts';

/** Of a session, newest first: more come of a fault only, and each is counted in `deliveries`. */
const MOST_NOTIFICATIONS = 500;

export interface ShowOrderContext {
  readonly store: Pick<
    ModeStore,
    'findSessions' | 'getFulfilment' | 'getRelease' | 'listEvents' | 'listNotifications'
  >;
  readonly clock: Clock;
  readonly test: boolean;
  readonly limits: Pick<HandlerLimits, 'pendingHoldMs'>;
}

/** Reads all that is on record of an order; `null` for an unknown one. */
export async function showOrder(
  { store, clock, test, limits }: ShowOrderContext,
  orderReference: string,
): Promise<OrderHistory | null> {
  const found = (await store.findSessions({ orderReference })).map(({ value }) => value).reverse();
  if (found.length === 0) return null;
  const [now, fulfilment, release, ...read] = await Promise.all([
    clock(),
    store.getFulfilment(orderReference),
    store.getRelease(orderReference),
    ...found.map(async (session) => ({
      session,
      events: await store.listEvents(session.id),
      notifications: await store.listNotifications(session.id, MOST_NOTIFICATIONS),
    })),
  ]);
  const stuck = read.flatMap(({ session, events }) => [
    whyNotFulfilled(session, fulfilment, lastOf(events, TELLING.fulfilment), now),
    release?.sessionId === session.id
      ? whyNotReleased(
          {
            at: lastOf(events, ['order_unpaid'])?.at ?? session.createdAt,
            session,
            release,
            last: lastOf(events, TELLING.release),
          },
          now,
        )
      : null,
    whyNotTold(session, lastOf(events, TELLING.pending), now),
    whyNoDetails(session, lastOf(events, TELLING.details), now),
    whyNotFinal(session, now, limits.pendingHoldMs),
  ]);
  return {
    orderReference,
    test,
    isPaid: fulfilment !== null,
    fulfilment: fulfilment && {
      sessionId: fulfilment.sessionId,
      state: fulfilment.state,
      attempts: fulfilment.attempts,
    },
    stuck: stuck.filter((each): each is StuckOrder => each !== null),
    sessions: found.map(publicPart),
    chain: chainOf(
      read.flatMap(({ events }) => events),
      read.flatMap(({ notifications }) => notifications),
    ),
  };
}

function lastOf(events: readonly StoredEvent[], types: readonly string[]): StoredEvent | null {
  return events.findLast(({ type }) => types.includes(type)) ?? null;
}

/** Named one by one: the page's address, the notification's secret and what the browser sent stay in the store. */
function publicPart(session: SessionRecord): OrderSession {
  const { id, status, amount, currency, pspId, uniqueReference, correlationId, checks } = session;
  const date = (at: number | null) => (at === null ? null : new Date(at));
  return {
    sessionId: id,
    status,
    amount,
    currency,
    pspId,
    uniqueReference,
    correlationId,
    createdAt: new Date(session.createdAt),
    paidAt: date(session.paidAt),
    polls: checks,
    polledAt: date(session.checkedAt),
  };
}
