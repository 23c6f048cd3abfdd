import type { SessionRecord, StoredStatus } from '../../../merchant/store/contract.ts';
import { expect } from '../expect.ts';
import { created, event, notification, paid, record, rested, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

const BEFORE = 2_000_000;

export function purgingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('purge', () => {
    for (const status of ['completed', 'failed', 'expired'] as const) {
      it(`deletes old sessions that are ${status}`, async () => {
        const { store } = fixture();
        const old = await rested(store, { status });
        const young = await rested(store, { status, createdAt: BEFORE });
        expect(await store.purge(BEFORE)).toEqual({ sessions: 1, notifications: 0 });
        expect(await store.getSession(old.id)).toBeNull();
        expect(await store.getSession(young.id)).not.toBeNull();
      });
    }

    for (const status of ['creating', 'open', 'pending', 'unresolved'] as const) {
      it(`keeps sessions that are ${status}`, async () => {
        const { store } = fixture();
        const session = await rested(store, { status });
        expect(await store.purge(BEFORE)).toEqual({ sessions: 0, notifications: 0 });
        expect(await store.getSession(session.id)).not.toBeNull();
      });
    }

    it('F47 keeps a status of a newer release', async () => {
      const { store } = fixture();
      const session = await rested(store, { status: 'refunding' as StoredStatus });
      await store.purge(BEFORE);
      expect(await store.getSession(session.id)).not.toBeNull();
    });

    it('keeps a payment whose fulfilment is still owed', async () => {
      const { store } = fixture();
      const session = await paid(store);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 0, notifications: 0 });
      await store.completeFulfilment(session.orderReference, true, []);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 1, notifications: 0 });
      expect(await store.getFulfilment(session.orderReference, true)).toBeNull();
    });

    it('S147 keeps a payment that is due at any time, such as one whose authorisation may lapse', async () => {
      const { store } = fixture();
      const session = await paid(store);
      await store.completeFulfilment(session.orderReference, true, []);
      const claim = await store.claimOne(session.id, 1_000, true);
      if (claim === null) throw new Error('not leased');
      expect(await store.purge(BEFORE)).toEqual({ sessions: 0, notifications: 0 });
      await store.finish(claim, Number.MAX_SAFE_INTEGER);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 0, notifications: 0 });
      const last = await store.claimOne(session.id, 1_000, true);
      if (last === null) throw new Error('not leased');
      await store.finish(last, null);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 1, notifications: 0 });
    });

    it('keeps the fulfilment when it deletes another session of the order', async () => {
      const { store } = fixture();
      const dead = await rested(store, { status: 'failed' });
      const session = await paid(store, { orderReference: dead.orderReference, createdAt: BEFORE });
      expect(await store.purge(BEFORE)).toMatchObject({ sessions: 1 });
      expect(await store.getFulfilment(session.orderReference, true)).toMatchObject({
        sessionId: session.id,
      });
      const again = await store.createSession(record({ orderReference: session.orderReference }), [], 0);
      expect(again.kind).toBe('paid');
    });

    it('takes along the events, notifications and due time of a session', async () => {
      const { store } = fixture();
      const session = await rested(store, { status: 'failed' }, [event('created')]);
      await store.receive(notification({ sessionId: session.id }));
      await store.receive(notification({ sessionId: session.id }));
      const claim = await store.claimOne(session.id, 1_000, true);
      if (claim === null) throw new Error('not leased');
      await store.finish(claim, null);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 1, notifications: 2 });
      expect(await store.listEvents(session.id)).toEqual([]);
      expect(await store.listNotifications(session.id, 10)).toEqual([]);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('leaves nothing that makes a deleted session due again', async () => {
      const { store } = fixture();
      const session = await rested(store, { status: 'failed' });
      expect(await store.purge(BEFORE)).toMatchObject({ sessions: 1 });
      await store.receive(notification({ sessionId: session.id }));
      await store.bringForward(session.id, 0);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      expect(await store.claimOne(session.id, 1_000, true)).toBeNull();
    });

    it('opens no limit that is reached', async () => {
      const { store } = fixture();
      await store.take('b', 1, 60_000);
      await store.purge(BEFORE);
      expect((await store.take('b', 1, 60_000)).allowed).toBe(false);
    });

    it('deletes notifications without a session that last came before the time', async () => {
      const { store, advance } = fixture();
      const [once, again] = [notification(), notification()];
      await store.receive(once);
      await store.receive(again);
      await store.receive(notification({ sessionId: 'never-was' }));
      await advance(1_000);
      const before = await store.now();
      await store.receive(again);
      expect(await store.purge(before)).toEqual({ sessions: 0, notifications: 2 });
      expect((await store.listNotifications(null, 10)).map(({ digest }) => digest)).toEqual([again.digest]);
    });

    it('keeps the notifications of sessions it keeps, however old', async () => {
      const { store, advance } = fixture();
      const session = await rested(store, { status: 'unresolved' });
      await store.receive(notification({ sessionId: session.id }));
      await advance(1_000);
      expect(await store.purge(await store.now())).toEqual({ sessions: 0, notifications: 0 });
      expect(await store.listNotifications(session.id, 10)).toHaveLength(1);
    });

    it('works through more than one batch', async () => {
      const { store } = fixture();
      await Promise.all(Array.from({ length: 450 }, () => rested(store, { status: 'expired' })));
      const notifications = Array.from({ length: 410 }, () => notification());
      await Promise.all(notifications.map((arrived) => store.receive(arrived)));
      expect(await store.purge((await store.now()) + 1)).toEqual({ sessions: 450, notifications: 410 });
    });

    it('keeps a session for which something is still to be done, such as an authorisation that may lapse', async () => {
      const { store, advance } = fixture();
      const later = await created(store, { status: 'completed' }, { dueAt: Number.MAX_SAFE_INTEGER });
      const overdue = await created(store, { status: 'failed' }, { dueAt: 0 });
      const leased = await rested(store, { status: 'expired' });
      const claim = await store.claimOne(leased.id, 1_000, true);
      await advance(5_000);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 0, notifications: 0 });
      for (const { id } of [later, overdue, leased]) expect(await store.getSession(id)).not.toBeNull();
      if (claim === null) throw new Error('not leased');
      expect(await store.finish(claim, null)).toBe(true);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 1, notifications: 0 });
      expect(await store.getSession(leased.id)).toBeNull();
    });

    it('goes no further than it is told, oldest first, and on from there the next time', async () => {
      const { store, advance } = fixture();
      const sessions: SessionRecord[] = [];
      for (let age = 0; age < 5; age++) {
        sessions.push(await rested(store, { status: 'failed', createdAt: 1_000 + age }));
      }
      const notifications = Array.from({ length: 5 }, () => notification());
      for (const arrived of notifications) await store.receive(arrived);
      await advance(1_000);
      const notificationsBefore = await store.now();
      const left = async () =>
        (await Promise.all(sessions.map(({ id }) => store.getSession(id)))).map(Boolean);
      expect(await store.purge(BEFORE, { limit: 2, notificationsBefore })).toEqual({
        sessions: 2,
        notifications: 2,
      });
      expect(await left()).toEqual([false, false, true, true, true]);
      expect(await store.purge(BEFORE, { limit: 2, notificationsBefore })).toEqual({
        sessions: 2,
        notifications: 2,
      });
      expect(await store.purge(BEFORE, { limit: 2, notificationsBefore })).toEqual({
        sessions: 1,
        notifications: 1,
      });
      expect(await store.purge(BEFORE, { limit: 2, notificationsBefore })).toEqual({
        sessions: 0,
        notifications: 0,
      });
    });

    it('has an age of its own for notifications', async () => {
      const { store, advance } = fixture();
      const session = await rested(store, { status: 'failed' });
      await store.receive(notification());
      await advance(1_000);
      expect(await store.purge(0, { notificationsBefore: await store.now() })).toEqual({
        sessions: 0,
        notifications: 1,
      });
      await store.receive(notification());
      expect(await store.purge(BEFORE, { notificationsBefore: 0 })).toEqual({
        sessions: 1,
        notifications: 0,
      });
      expect(await store.getSession(session.id)).toBeNull();
      expect(await store.listNotifications(null, 10)).toHaveLength(1);
    });

    it('runs beside receiving and changing without an error', async () => {
      const { store, other } = fixture();
      const sessions = [];
      for (let index = 0; index < 30; index++) sessions.push(await rested(store, { status: 'failed' }));
      const work = sessions.flatMap((session) => [
        store.receive(notification({ sessionId: session.id })),
        other.change({ id: session.id, version: 2, next: { ...session, checks: 1 }, events: [event('x')] }),
      ]);
      await Promise.all([...work, store.purge(BEFORE), other.purge(BEFORE)]);
      for (const claim of await store.claimDue(100, 1_000, true)) await store.finish(claim, null);
      await store.purge(Number.MAX_SAFE_INTEGER);
      for (const session of sessions) {
        expect(await store.getSession(session.id)).toBeNull();
        expect(await store.listNotifications(session.id, 10)).toEqual([]);
      }
    });
  });
}
