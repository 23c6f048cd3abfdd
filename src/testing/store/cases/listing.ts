import type {
  Fulfilment,
  ListPlace,
  SessionRecord,
  Unfinished,
  UnfinishedKind,
} from '../../../merchant/store/contract.ts';
import { expect } from '../expect.ts';
import { created, event, notification, paid, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

const fulfilmentOf = ({ id, orderReference, test }: SessionRecord): Fulfilment => ({
  orderReference,
  test,
  sessionId: id,
  state: 'pending',
  attempts: 0,
});
const idsOf = (found: readonly Unfinished[]) => found.map(({ session }) => session.id);
/** Times, and ids in another order than these: what is of one time goes by its id. */
const PLACES = [
  [5, 'c'],
  [5, 'a'],
  [1, 'f'],
  [5, 'b'],
  [3, 'e'],
] as const;
const IN_ORDER = ['f', 'e', 'a', 'b', 'c'];

/** What `handler.orders` lists. */
export function listingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  /** The whole list, two at a time. */
  async function pages(kind: UnfinishedKind): Promise<string[]> {
    const { store } = fixture();
    const ids: string[] = [];
    let after: ListPlace | null = null;
    for (;;) {
      const page: readonly Unfinished[] = await store.listUnfinished(kind, {
        test: true,
        lastOf: [],
        limit: 2,
        ...(after === null ? {} : { after }),
      });
      expect(page.length).toBeLessThanOrEqual(2);
      ids.push(...idsOf(page));
      after = page.at(-1) ?? null;
      if (after === null) return ids;
      expect(ids.length).toBeLessThanOrEqual(100);
    }
  }

  describe('listUnfinished', () => {
    it('lists fulfilments that are owed, in order of their claims, and none that is done', async () => {
      const { store, other, advance } = fixture();
      const first = await paid(store, { createdAt: 9_000 });
      const claimedAt = await store.now();
      await advance(1_000);
      const done = await paid(store);
      await store.startFulfilment(done.orderReference, true);
      await store.completeFulfilment(done.orderReference, true, []);
      const second = await paid(store, { createdAt: 1_000 });
      await created(store);
      expect(await other.listUnfinished('fulfilment', { test: true, lastOf: [], limit: 10 })).toEqual([
        {
          at: claimedAt,
          id: first.id,
          session: first,
          fulfilment: fulfilmentOf(first),
          release: null,
          last: null,
        },
        {
          at: claimedAt + 1_000,
          id: second.id,
          session: second,
          fulfilment: fulfilmentOf(second),
          release: null,
          last: null,
        },
      ]);
    });

    it('brings the last event of the types that are asked for, and no other session’s', async () => {
      const { store } = fixture();
      const session = await paid(store);
      await paid(store);
      await store.addEvents(session.id, [
        event('failed', { n: 1 }),
        event('failed', { n: 2 }),
        event('other'),
      ]);
      const [first, second] = await store.listUnfinished('fulfilment', {
        test: true,
        lastOf: ['failed', 'held'],
        limit: 9,
      });
      expect(first?.last).toMatchObject({
        sessionId: session.id,
        sequence: 2,
        type: 'failed',
        data: { n: 2 },
      });
      expect(second?.last ?? null).toBeNull();
    });

    it('says of a session that is due whether it holds its order’s fulfilment', async () => {
      const { store } = fixture();
      const holder = await paid(store, { orderReference: 'o' });
      await store.bringForward(holder.id, 1);
      await created(store, {}, { dueAt: 2 });
      await store.startFulfilment('o', true);
      expect(await store.listUnfinished('due', { test: true, lastOf: [], limit: 9 })).toMatchObject([
        { id: holder.id, fulfilment: { orderReference: 'o', sessionId: holder.id, attempts: 1 } },
        { fulfilment: null },
      ]);
    });

    it('lists pending sessions whose merchant was called and not told, oldest first', async () => {
      const { store } = fixture();
      const second = await created(store, { status: 'pending', createdAt: 2_000, pendingAttempts: 3 });
      const first = await created(store, { status: 'pending', createdAt: 1_000, pendingAttempts: 1 });
      await store.addEvents(first.id, [event('failed', { n: 1 })]);
      await created(store, { status: 'pending' });
      await created(store, { status: 'pending', pendingAttempts: 1, pendingToldAt: 5 });
      await created(store, { status: 'failed', pendingAttempts: 1 });
      expect(
        await store.listUnfinished('pending', { test: true, lastOf: ['failed'], limit: 10 }),
      ).toMatchObject([
        { at: 1_000, id: first.id, session: first, last: { type: 'failed', data: { n: 1 } } },
        { at: 2_000, id: second.id, session: second, last: null },
      ]);
    });

    it('lists payments whose details are missing or could not be delivered, oldest first', async () => {
      const { store } = fixture();
      const failing = await paid(store, { createdAt: 2_000, detailsAttempts: 1 });
      const missing = await paid(store, { createdAt: 1_000, details: 'missing' });
      await paid(store, { details: 'notification', detailsAttempts: 2 });
      await paid(store);
      expect(await store.listUnfinished('details', { test: true, lastOf: [], limit: 10 })).toMatchObject([
        {
          at: 1_000,
          id: missing.id,
          session: missing,
          fulfilment: { sessionId: missing.id, state: 'pending' },
        },
        { at: 2_000, id: failing.id, session: failing },
      ]);
    });

    it('lists due times, the earliest first, and a leased session when its lease ends', async () => {
      const { store } = fixture();
      const now = await store.now();
      const leased = await created(store, {}, { dueAt: 1 });
      await store.claimOne(leased.id, 60_000, true);
      const later = await created(store, {}, { dueAt: 7 });
      const soon = await created(store, {}, { dueAt: 5 });
      await paid(store);
      expect(
        await store.listUnfinished('due', { test: true, lastOf: [], before: now, limit: 10 }),
      ).toMatchObject([
        { at: 5, id: soon.id, session: { id: soon.id } },
        { at: 7, id: later.id },
      ]);
      const all = await store.listUnfinished('due', { test: true, lastOf: [], limit: 10 });
      expect(idsOf(all)).toEqual([soon.id, later.id, leased.id]);
    });

    it('goes from page to page, also through many of one time', async () => {
      const { store } = fixture();
      const wanted: string[] = [];
      for (let index = 0; index < 7; index++) {
        wanted.push((await created(store, {}, { dueAt: index < 2 ? index : 50 })).id);
      }
      expect(await pages('due')).toEqual([...wanted.slice(0, 2), ...wanted.slice(2).sort()]);
    });

    it('goes on behind the time and id of the last one, whatever the order of the ids', async () => {
      const { store } = fixture();
      for (const [dueAt, id] of PLACES) await created(store, { id }, { dueAt });
      expect(await pages('due')).toEqual(IN_ORDER);
    });

    it('keeps to the times that are asked for', async () => {
      const { store } = fixture();
      for (const createdAt of [1_000, 2_000, 3_000]) await paid(store, { createdAt, details: 'missing' });
      const found = await store.listUnfinished('details', {
        test: true,
        lastOf: [],
        from: 2_000,
        before: 3_000,
        limit: 9,
      });
      expect(found.map(({ at }) => at)).toEqual([2_000]);
    });

    it('T60 keeps test and live apart', async () => {
      const { store } = fixture();
      const live = await paid(store, { test: false, details: 'missing' });
      await created(store, { test: false }, { dueAt: 1 });
      await created(store, { test: false, status: 'pending', pendingAttempts: 1 });
      for (const kind of ['fulfilment', 'pending', 'details', 'due'] as const) {
        expect(await store.listUnfinished(kind, { test: true, lastOf: [], limit: 9 })).toEqual([]);
      }
      expect(idsOf(await store.listUnfinished('fulfilment', { test: false, lastOf: [], limit: 9 }))).toEqual([
        live.id,
      ]);
    });
  });

  describe('listOrphans', () => {
    it('lists signed notifications of no session, oldest first, page by page', async () => {
      const { store, advance } = fixture();
      const session = await created(store);
      const orphans = [];
      for (let index = 0; index < 3; index++) {
        const orphan = notification({ verified: true, body: { index } });
        orphans.push(orphan);
        await store.receive(orphan);
        await advance(10);
      }
      await store.receive(notification({ verified: false }));
      await store.receive(notification({ verified: true, sessionId: session.id }));
      const [first, second] = await store.listOrphans({ limit: 2 });
      expect([first?.digest, second?.digest]).toEqual([orphans[0]?.digest, orphans[1]?.digest]);
      const after = { at: second?.lastAt ?? 0, id: second?.digest ?? '' };
      expect(await store.listOrphans({ after, limit: 2 })).toMatchObject([{ digest: orphans[2]?.digest }]);
      expect(await store.listOrphans({ from: after.at + 1, limit: 9 })).toHaveLength(1);
    });

    it('goes on behind the time and digest of the last one, whatever the order of the digests', async () => {
      const { store, advance } = fixture();
      const now = await store.now();
      const wanted: string[] = [];
      for (const at of [1, 3, 5]) {
        await advance(1_000);
        for (const [time, digest] of PLACES) {
          if (time === at) await store.receive(notification({ digest, verified: true }));
        }
      }
      let after: ListPlace | undefined;
      for (let page = 0; page < 9; page++) {
        const found = await store.listOrphans({ limit: 2, ...(after === undefined ? {} : { after }) });
        wanted.push(...found.map(({ digest }) => digest));
        const last = found.at(-1);
        if (last !== undefined) after = { at: last.lastAt, id: last.digest };
      }
      // On a clock that goes on by itself those of one time have come one after the other.
      const isStill = (await store.now()) === now + 3_000;
      expect(isStill ? wanted : [...wanted.slice(0, 2), ...wanted.slice(2).sort()]).toEqual(IN_ORDER);
    });
  });

  describe('listSessions, page by page', () => {
    it('goes on behind the time and id of the last one, whatever the order of the ids', async () => {
      const { store } = fixture();
      for (const [createdAt, id] of PLACES) await created(store, { id, status: 'open', createdAt });
      const list = async (after?: ListPlace) => {
        const query = { statuses: ['open'] as const, limit: 3, ...(after === undefined ? {} : { after }) };
        return (await store.listSessions(query)).map(({ value }) => value.id);
      };
      expect(await list()).toEqual(IN_ORDER.slice(0, 3));
      expect(await list({ at: 3, id: 'e' })).toEqual(IN_ORDER.slice(2));
      expect(await list({ at: 5, id: 'a' })).toEqual(IN_ORDER.slice(3));
      expect(await list({ at: 5, id: 'c' })).toEqual([]);
    });

    it('goes on behind the last one, also through many of one time', async () => {
      const { store } = fixture();
      const wanted: string[] = [];
      for (let index = 0; index < 5; index++) {
        wanted.push((await created(store, { status: 'open', createdAt: index === 0 ? 1 : 5 })).id);
      }
      const found: string[] = [];
      let after: ListPlace | undefined;
      for (;;) {
        const page = await store.listSessions({
          statuses: ['open'],
          limit: 2,
          ...(after === undefined ? {} : { after }),
        });
        found.push(...page.map(({ value }) => value.id));
        const last = page.at(-1)?.value;
        if (last === undefined) break;
        after = { at: last.createdAt, id: last.id };
      }
      expect(found).toEqual([...wanted.slice(0, 1), ...wanted.slice(1).sort()]);
    });
  });
}
