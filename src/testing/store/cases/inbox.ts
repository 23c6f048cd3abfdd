import { expect } from '../expect.ts';
import { created, notification, type StoreFixture, tally } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

/** The inbox: a digest stops storage growth and nothing else. */
export function inboxCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('receive', () => {
    it('answers new, then seen', async () => {
      const { store } = fixture();
      const arrived = notification();
      expect(await store.receive(arrived)).toBe('new');
      expect(await store.receive(arrived)).toBe('seen');
      expect(await store.receive(notification())).toBe('new');
    });

    it('keeps one copy and counts deliveries, with the first and the last time', async () => {
      const { store, advance } = fixture();
      const arrived = notification({ verified: true, body: { Status: 'Processed', Amount: '10.00' } });
      const firstAt = await store.now();
      await store.receive(arrived);
      await advance(5_000);
      await store.receive(arrived);
      await store.receive(arrived);
      expect(await store.listNotifications(null, 10)).toEqual([
        { ...arrived, firstAt, lastAt: firstAt + 5_000, deliveries: 3 },
      ]);
    });

    it('makes its session due now', async () => {
      const { store } = fixture();
      const session = await created(store);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      await store.receive(notification({ sessionId: session.id }));
      expect(await store.claimDue(10, 1_000, true)).toMatchObject([
        { sessionId: session.id, dueAt: await store.now() },
      ]);
    });

    it('makes a session due that was never due again', async () => {
      const { store } = fixture();
      const session = await created(store);
      await store.change({ id: session.id, version: 1, next: session, events: [], dueAt: null });
      await store.receive(notification({ sessionId: session.id }));
      expect(await store.claimDue(10, 1_000, true)).toHaveLength(1);
    });

    it('makes its session due again when the same notification comes again', async () => {
      const { store } = fixture();
      const session = await created(store);
      const arrived = notification({ sessionId: session.id });
      await store.receive(arrived);
      const [claim] = await store.claimDue(10, 1_000, true);
      if (claim === undefined) throw new Error('not due');
      await store.finish(claim, null);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      expect(await store.receive(arrived)).toBe('seen');
      expect(await store.claimDue(10, 1_000, true)).toMatchObject([{ sessionId: session.id }]);
    });

    it('does not make a session due later than it was', async () => {
      const { store } = fixture();
      const session = await created(store, {}, { dueAt: 7 });
      await store.receive(notification({ sessionId: session.id }));
      expect(await store.claimDue(10, 1_000, true)).toMatchObject([{ dueAt: 7 }]);
    });

    it('leaves other sessions alone', async () => {
      const { store } = fixture();
      const [a, b] = [await created(store), await created(store)];
      await store.receive(notification({ sessionId: a.id }));
      expect((await store.claimDue(10, 1_000, true)).map(({ sessionId }) => sessionId)).toEqual([a.id]);
      expect(await store.listNotifications(b.id, 10)).toEqual([]);
    });

    it('does not change the session', async () => {
      const { store } = fixture();
      const session = await created(store);
      await store.receive(notification({ sessionId: session.id, verified: true }));
      expect(await store.getSession(session.id)).toEqual({ value: session, version: 1 });
    });

    it('F33 keeps a notification for a session that is not there', async () => {
      const { store } = fixture();
      const arrived = notification({ sessionId: 'ab'.repeat(16) });
      expect(await store.receive(arrived)).toBe('new');
      expect(await store.listNotifications('ab'.repeat(16), 10)).toMatchObject([{ digest: arrived.digest }]);
    });

    it('remembers that a copy was verified, whichever came first', async () => {
      const { store } = fixture();
      const arrived = notification({ verified: false });
      await store.receive(arrived);
      await store.receive({ ...arrived, verified: true });
      await store.receive({ ...arrived, verified: false });
      expect(await store.listNotifications(null, 10)).toMatchObject([{ verified: true, deliveries: 3 }]);
    });

    it('gives each of 100 simultaneous notifications its own answer', async () => {
      const { store, other } = fixture();
      const session = await created(store);
      const known = notification({ sessionId: session.id });
      await store.receive(known);
      const many = Array.from({ length: 100 }, (_, index) =>
        index % 10 === 0
          ? known
          : notification({ sessionId: index % 2 ? session.id : null, body: { index } }),
      );
      const results = await Promise.all(many.map((each, index) => (index % 3 ? store : other).receive(each)));
      expect(results).toEqual(many.map((each) => (each === known ? 'seen' : 'new')));
      expect(await store.listNotifications(session.id, 1_000)).toHaveLength(51);
      expect(await store.listNotifications(null, 1_000)).toHaveLength(40);
    });

    it('F35 counts 48 simultaneous copies once as new', async () => {
      const { store, other } = fixture();
      const session = await created(store);
      const arrived = notification({ sessionId: session.id });
      const results = await Promise.all(
        Array.from({ length: 48 }, (_, index) => (index % 2 ? store : other).receive(arrived)),
      );
      expect(tally(results)).toEqual(
        new Map([
          ['new', 1],
          ['seen', 47],
        ]),
      );
      expect(await store.listNotifications(session.id, 10)).toMatchObject([{ deliveries: 48 }]);
      expect(await store.claimDue(10, 1_000, true)).toHaveLength(1);
    });
  });

  describe('listNotifications', () => {
    it('gives the newest first, at most `limit`', async () => {
      const { store, advance } = fixture();
      const session = await created(store);
      const arrived = [];
      for (let index = 0; index < 4; index++) {
        arrived.push(notification({ sessionId: session.id, body: { index } }));
        await store.receive(arrived[index] as (typeof arrived)[number]);
        await advance(10);
      }
      const found = await store.listNotifications(session.id, 3);
      expect(found.map(({ body }) => body.index)).toEqual([3, 2, 1]);
    });

    it('keeps those without a session apart', async () => {
      const { store } = fixture();
      const session = await created(store);
      const orphan = notification();
      await store.receive(orphan);
      await store.receive(notification({ sessionId: session.id }));
      expect((await store.listNotifications(null, 10)).map(({ digest }) => digest)).toEqual([orphan.digest]);
      expect(await store.listNotifications(session.id, 10)).toHaveLength(1);
    });
  });
}
