import type { HandlerLimits } from '../options.ts';
import type { Clock } from '../platform/storeClock.ts';
import type { ListPlace, ListQuery, StoredStatus, Unfinished, UnfinishedKind } from '../store/contract.ts';
import type { ModeStore } from '../store/modeStore.ts';
import { fieldOf } from './notificationFields.ts';
import { readStuckQuery } from './readStuckQuery.ts';
import type { StuckOrder, StuckPage, StuckQuery } from './types.ts';
import {
  orphanOf,
  STUCK_AFTER,
  TELLING,
  whyNoDetails,
  whyNotFinal,
  whyNotFulfilled,
  whyNotReleased,
  whyNotTold,
  whyOverdue,
} from './whyStuck.ts';

export interface ListStuckContext {
  /** Opens the store. */
  readonly ready: () => Promise<void>;
  readonly store: Pick<ModeStore, 'listUnfinished' | 'listSessions' | 'listOrphans'>;
  readonly clock: Clock;
  readonly test: boolean;
  readonly limits: Pick<HandlerLimits, 'pendingHoldMs'>;
  /** The merchant's `onNotification` is given what belongs to no session. */
  readonly takesOrphans: boolean;
}

/** A place in a list of the store's, and what is stuck there; `null`: nothing, after a closer look. */
interface Found extends ListPlace {
  readonly stuck: StuckOrder | null;
}

/** One list of the store's, in order of time. Reads a page of it. */
type Section = (query: Omit<ListQuery, 'test'>, now: number) => Promise<readonly Found[]>;

/** The sections one after another, each from its oldest on: the most urgent come first. */
export function createListStuck(context: ListStuckContext): (query?: StuckQuery) => Promise<StuckPage> {
  const sections = sectionsOf(context);
  return async (query) => {
    const { limit, from, start } = readStuckQuery(query, sections.length);
    await context.ready();
    const now = await context.clock();
    const stuck: StuckOrder[] = [];
    let { section, after } = start;
    while (section < sections.length) {
      const size = limit - stuck.length;
      const page = await (sections[section] as Section)(
        { from, limit: size, ...(after === null ? {} : { after }) },
        now,
      );
      for (const found of page) if (found.stuck !== null) stuck.push(found.stuck);
      const last = page.at(-1);
      if (last === undefined || page.length < size) {
        section++;
        after = null;
      } else {
        after = { at: last.at, id: last.id };
      }
      if (stuck.length === limit && section < sections.length) {
        return { stuck, next: cursorOf(section, after) };
      }
    }
    return { stuck, next: null };
  };
}

function sectionsOf({ store, limits, test, takesOrphans }: ListStuckContext): readonly Section[] {
  const unfinished =
    (
      kind: UnfinishedKind,
      why: (found: Unfinished, now: number) => StuckOrder | null,
      olderThanMs: number | null = null,
    ): Section =>
    async (query, now) => {
      const bound = olderThanMs === null ? {} : { before: now - olderThanMs };
      const page = await store.listUnfinished(kind, { ...query, ...bound, lastOf: TELLING[kind] });
      return page.map((found) => ({ at: found.at, id: found.id, stuck: why(found, now) }));
    };
  const notFinal =
    (status: StoredStatus, olderThanMs: number): Section =>
    async ({ from = 0, after, limit }, now) => {
      const page = await store.listSessions({
        statuses: [status],
        createdFrom: from,
        createdBefore: now - olderThanMs + 1,
        ...(after === undefined ? {} : { after }),
        limit,
      });
      return page.map(({ value }) => ({
        at: value.createdAt,
        id: value.id,
        stuck: whyNotFinal(value, now, limits.pendingHoldMs),
      }));
    };
  const orphans: Section = async (query) => {
    const page = await store.listOrphans(query);
    // Notifications have no mode in the store: the gateway says it in most of them.
    const isOurs = (body: Readonly<Record<string, unknown>>) =>
      fieldOf(body, 'IsTest')?.toLowerCase() !== String(!test);
    return page.map((orphan) => ({
      at: orphan.lastAt,
      id: orphan.digest,
      stuck: isOurs(orphan.body) ? orphanOf(orphan) : null,
    }));
  };

  return [
    unfinished('fulfilment', ({ session, fulfilment, last }, now) =>
      whyNotFulfilled(session, fulfilment, last, now),
    ),
    unfinished('due', ({ session, at }) => whyOverdue(session, at), STUCK_AFTER.due),
    unfinished('release', whyNotReleased),
    unfinished('pending', ({ session, last }, now) => whyNotTold(session, last, now)),
    notFinal('unresolved', 0),
    notFinal('pending', limits.pendingHoldMs),
    notFinal('open', STUCK_AFTER.open),
    notFinal('creating', STUCK_AFTER.creating),
    unfinished('details', ({ session, last }, now) => whyNoDetails(session, last, now)),
    ...(takesOrphans ? [] : [orphans]),
  ];
}

function cursorOf(section: number, after: ListPlace | null): string {
  return after === null ? String(section) : `${section}.${after.at}.${after.id}`;
}
