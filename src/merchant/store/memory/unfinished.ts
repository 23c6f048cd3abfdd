import type {
  ListPlace,
  ListQuery,
  StoredNotification,
  Unfinished,
  UnfinishedKind,
  UnfinishedQuery,
} from '../records.ts';
import type { MemoryTables } from './tables.ts';

export function listUnfinished(
  { sessions, fulfilments, queue }: MemoryTables,
  kind: UnfinishedKind,
  query: UnfinishedQuery,
): readonly Unfinished[] {
  const owed = (which: 'payment' | 'release') =>
    fulfilments.owed(which).map(({ sessionId, claimedAt }) => ({ at: claimedAt, id: sessionId }));
  const places: Record<UnfinishedKind, () => readonly ListPlace[]> = {
    fulfilment: () => owed('payment'),
    release: () => owed('release'),
    pending: () =>
      sessions
        .filter(
          ({ status, pendingAttempts, pendingToldAt }) =>
            status === 'pending' && pendingAttempts > 0 && pendingToldAt === null,
        )
        .map(({ value }) => ({ at: value.createdAt, id: value.id })),
    details: () =>
      sessions
        .filter(
          ({ details, detailsAttempts }) =>
            details === 'missing' || (details === null && detailsAttempts > 0),
        )
        .map(({ value }) => ({ at: value.createdAt, id: value.id })),
    due: () => queue.times().map(({ id, dueAt }) => ({ at: dueAt, id })),
  };
  const found = places[kind]().flatMap((place) => {
    const session = sessions.get(place.id)?.value;
    if (session?.test !== query.test) return [];
    const ours = <T extends { sessionId: string }>(held: T | undefined): T | null =>
      held?.sessionId === session.id ? held : null;
    const fulfilment = ours(fulfilments.get(session));
    const release = ours(fulfilments.getRelease(session));
    const last = sessions.events(session.id).findLast(({ type }) => query.lastOf.includes(type)) ?? null;
    return [{ ...place, session, fulfilment, release, last }];
  });
  return pageOf(found, query);
}

export function listOrphans(
  { inbox }: MemoryTables,
  query: Omit<ListQuery, 'test'>,
): readonly StoredNotification[] {
  const places = inbox
    .orphans()
    .map((notification) => ({ at: notification.lastAt, id: notification.digest, notification }));
  return pageOf(places, query).map(({ notification }) => notification);
}

export const isBehind = ({ at, id }: ListPlace, after: ListPlace | undefined): boolean =>
  after === undefined || at > after.at || (at === after.at && id > after.id);

function pageOf<T extends ListPlace>(
  all: readonly T[],
  { from = 0, before = Number.MAX_SAFE_INTEGER, after, limit }: Omit<ListQuery, 'test'>,
): readonly T[] {
  return all
    .filter((place) => place.at >= from && place.at < before && isBehind(place, after))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}
