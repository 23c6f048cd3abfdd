import type { SecretNotification } from '../../../merchant/store/contract.ts';
import { expect } from '../expect.ts';
import { created, notification, type StoreFixture, tally } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

/** The inbox: a digest stops storage growth and nothing else. */
export function inboxCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('receiveFor', () => {
    const secretHash = 'cd'.repeat(32);
    const forSession = (sessionId: string, more: Partial<SecretNotification> = {}): SecretNotification => ({
      ...notification({ verified: true }),
      sessionId,
      secretHash,
      test: true,
      ...more,
    });

    it('answers new, then seen, with the session, and makes it due', async () => {
      const { store } = fixture();
      const session = await created(store, { notifySecretHash: secretHash });
      const arrived = forSession(session.id);
      expect(await store.receiveFor(arrived)).toEqual({
        kind: 'new',
        session: { version: 1, value: session },
      });
      const [claim] = await store.claimDue(10, 1_000, true);
      if (claim === undefined) throw new Error('not due');
      await store.finish(claim, null);
      await store.change({ id: session.id, version: 1, next: { ...session, status: 'open' }, events: [] });
      expect(await store.receiveFor(arrived)).toMatchObject({
        kind: 'seen',
        session: { version: 2, value: { status: 'open' } },
      });
      expect(await store.claimDue(10, 1_000, true)).toMatchObject([{ sessionId: session.id }]);
      const { digest, body, verified } = arrived;
      expect(await store.listNotifications(session.id, 9)).toMatchObject([
        { digest, body, verified, sessionId: session.id, deliveries: 2 },
      ]);
    });

    it('writes nothing for another secret, another mode or no session', async () => {
      const { store } = fixture();
      const session = await created(store, { notifySecretHash: secretHash });
      const wrong = [
        forSession(session.id, { secretHash: 'ef'.repeat(32) }),
        forSession(session.id, { secretHash: '' }),
        forSession(session.id, { test: false }),
        forSession('no-session'),
      ];
      expect(await Promise.all(wrong.map(store.receiveFor))).toEqual([null, null, null, null]);
      expect(await store.listNotifications(session.id, 9)).toEqual([]);
      expect(await store.listNotifications(null, 9)).toEqual([]);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('answers each of those that come together by its own session and secret', async () => {
      const { store, other } = fixture();
      const [first, second] = await Promise.all(
        [1, 2].map(() => created(store, { notifySecretHash: secretHash })),
      );
      if (first === undefined || second === undefined) throw new Error('not created');
      const copies = forSession(first.id);
      const results = await Promise.all([
        ...Array.from({ length: 9 }, (_, index) => (index % 2 ? store : other).receiveFor(copies)),
        store.receiveFor({ ...copies, secretHash: 'ef'.repeat(32) }),
        store.receiveFor(forSession(second.id)),
        store.receiveFor(forSession(second.id, { body: { note: '\u0000 \ud800 "\\ \u{1f600}' } })),
      ]);
      expect(results.filter((result) => result?.kind === 'new')).toHaveLength(3);
      expect(results[9]).toBeNull();
      expect(results.map((result) => result?.session.value.id ?? null)).toEqual([
        ...Array.from({ length: 9 }, () => first.id),
        null,
        second.id,
        second.id,
      ]);
      expect(await store.listNotifications(first.id, 9)).toMatchObject([{ deliveries: 9 }]);
      const bodies = (await store.listNotifications(second.id, 9)).map(({ body }) => body.note);
      expect(bodies).toContain('\u0000 \ud800 "\\ \u{1f600}');
    });

    it('loses none of those of the same bytes that come together for another secret, mode or session', async () => {
      const { store } = fixture();
      const [session, second] = [
        await created(store, { notifySecretHash: secretHash }),
        await created(store, { notifySecretHash: secretHash }),
      ];
      for (const wrong of [{ secretHash: 'ef'.repeat(32) }, { test: false }]) {
        for (const isFirst of [true, false]) {
          const right = forSession(session.id);
          const both = [{ ...right, ...wrong }, right];
          const results = await Promise.all((isFirst ? both : both.reverse()).map(store.receiveFor));
          expect(results[isFirst ? 0 : 1]).toBeNull();
          expect(results[isFirst ? 1 : 0]).toMatchObject({
            kind: 'new',
            session: { value: { id: session.id } },
          });
        }
      }
      expect(await store.listNotifications(session.id, 9)).toMatchObject(
        Array.from({ length: 4 }, () => ({ deliveries: 1 })),
      );
      const [claim] = await store.claimDue(10, 1_000, true);
      if (claim === undefined) throw new Error('not due');
      await store.finish(claim, null);

      const arrived = forSession(session.id);
      const results = await Promise.all(
        [arrived, { ...arrived, sessionId: second.id }].map(store.receiveFor),
      );
      expect(results.map((result) => result?.session.value.id)).toEqual([session.id, second.id]);
      const due = (await store.claimDue(10, 1_000, true)).map(({ sessionId }) => sessionId);
      expect(due.sort()).toEqual([session.id, second.id].sort());
    });
  });

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

    it('remembers that one of those that come together was verified, and says of no other that it was', async () => {
      const { store } = fixture();
      for (const verified of [
        [true, false],
        [false, true],
        [false, false],
      ]) {
        const arrived = notification();
        await Promise.all(verified.map((each) => store.receive({ ...arrived, verified: each })));
        const found = (await store.listNotifications(null, 10)).find(
          ({ digest }) => digest === arrived.digest,
        );
        expect(found).toMatchObject({ verified: verified.includes(true), deliveries: 2 });
      }
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
