import { describe, expect, it } from 'vitest';
import type { StoredStatus } from '../../../src/merchant/store/contract.ts';
import { created, event, notice, paid, record, type StoreRig } from './rig.ts';

const BEFORE = 2_000_000;

export function purgingCases(rig: () => StoreRig): void {
  describe('purge', () => {
    it.each(['completed', 'failed', 'expired'] as const)(
      'deletes old sessions that are %s',
      async (status) => {
        const { store } = rig();
        const old = await created(store, { status });
        const young = await created(store, { status, createdAt: BEFORE });
        expect(await store.purge(BEFORE)).toEqual({ sessions: 1, notices: 0 });
        expect(await store.getSession(old.id)).toBeNull();
        expect(await store.getSession(young.id)).not.toBeNull();
      },
    );

    it.each(['creating', 'open', 'pending', 'unresolved'] as const)(
      'keeps sessions that are %s',
      async (status) => {
        const { store } = rig();
        const session = await created(store, { status });
        expect(await store.purge(BEFORE)).toEqual({ sessions: 0, notices: 0 });
        expect(await store.getSession(session.id)).not.toBeNull();
      },
    );

    it('F47 keeps a status of a newer release', async () => {
      const { store } = rig();
      const session = await created(store, { status: 'refunding' as StoredStatus });
      await store.purge(BEFORE);
      expect(await store.getSession(session.id)).not.toBeNull();
    });

    it('keeps a payment whose fulfilment is still owed', async () => {
      const { store } = rig();
      const session = await paid(store);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 0, notices: 0 });
      await store.completeEffect(session.orderReference, []);
      expect(await store.purge(BEFORE)).toEqual({ sessions: 1, notices: 0 });
      expect(await store.getEffect(session.orderReference)).toBeNull();
    });

    it('keeps the fulfilment when it deletes another session of the order', async () => {
      const { store } = rig();
      const dead = await created(store, { status: 'failed' });
      const session = await paid(store, { orderReference: dead.orderReference, createdAt: BEFORE });
      expect(await store.purge(BEFORE)).toMatchObject({ sessions: 1 });
      expect(await store.getEffect(session.orderReference)).toMatchObject({ sessionId: session.id });
      const again = await store.createSession(record({ orderReference: session.orderReference }), [], 0);
      expect(again.kind).toBe('paid');
    });

    it('takes along the events, notices and due time of a session', async () => {
      const { store } = rig();
      const session = await created(store, { status: 'failed' }, { events: [event('created')], dueAt: 0 });
      await store.receive(notice({ sessionId: session.id }));
      await store.receive(notice({ sessionId: session.id }));
      expect(await store.purge(BEFORE)).toEqual({ sessions: 1, notices: 2 });
      expect(await store.listEvents(session.id)).toEqual([]);
      expect(await store.listNotices(session.id, 10)).toEqual([]);
      expect(await store.claimDue(10, 1_000)).toEqual([]);
    });

    it('deletes notices without a session that last came before the time', async () => {
      const { store, advance } = rig();
      const [once, again] = [notice(), notice()];
      await store.receive(once);
      await store.receive(again);
      await store.receive(notice({ sessionId: 'never-was' }));
      await advance(1_000);
      const before = await store.now();
      await store.receive(again);
      expect(await store.purge(before)).toEqual({ sessions: 0, notices: 2 });
      expect((await store.listNotices(null, 10)).map(({ digest }) => digest)).toEqual([again.digest]);
    });

    it('keeps the notices of sessions it keeps, however old', async () => {
      const { store, advance } = rig();
      const session = await created(store, { status: 'unresolved' });
      await store.receive(notice({ sessionId: session.id }));
      await advance(1_000);
      expect(await store.purge(await store.now())).toEqual({ sessions: 0, notices: 0 });
      expect(await store.listNotices(session.id, 10)).toHaveLength(1);
    });

    it('works through more than one batch', async () => {
      const { store } = rig();
      const sessions = Array.from({ length: 450 }, () => record({ status: 'expired' }));
      await Promise.all(sessions.map((session) => store.createSession(session, [], 0)));
      const notices = Array.from({ length: 410 }, () => notice());
      await Promise.all(notices.map((arrived) => store.receive(arrived)));
      expect(await store.purge((await store.now()) + 1)).toEqual({ sessions: 450, notices: 410 });
    });

    it('leaves a worker that holds a deleted session with an old fence', async () => {
      const { store, other } = rig();
      const session = await created(store, { status: 'expired' });
      const claim = await store.claimOne(session.id, 1_000);
      if (claim === null) throw new Error('not leased');
      await other.purge(BEFORE);
      expect(await store.finish(claim, null)).toBe(false);
      expect(await store.change({ id: session.id, version: 1, next: session, events: [] })).toBe('stale');
    });

    it('runs beside receiving and changing without an error', async () => {
      const { store, other } = rig();
      const sessions = [];
      for (let index = 0; index < 30; index++) sessions.push(await created(store, { status: 'failed' }));
      const work = sessions.flatMap((session) => [
        store.receive(notice({ sessionId: session.id })),
        other.change({ id: session.id, version: 1, next: { ...session, checks: 1 }, events: [event('x')] }),
      ]);
      await Promise.all([...work, store.purge(BEFORE), other.purge(BEFORE)]);
      await store.purge(Number.MAX_SAFE_INTEGER);
      for (const session of sessions) {
        expect(await store.getSession(session.id)).toBeNull();
        expect(await store.listNotices(session.id, 10)).toEqual([]);
      }
    });
  });
}
