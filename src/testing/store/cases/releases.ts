import type {
  ChangeResult,
  CheckoutStore,
  ReleaseResult,
  SessionRecord,
} from '../../../merchant/store/contract.ts';
import { expect } from '../expect.ts';
import { created, event, paid, record, rested, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

/** An order's release: the other end of an order, for which there is no payment. One is first, and the other finds it. */
export function releaseCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  const start = (
    store: CheckoutStore,
    { id, orderReference, test }: SessionRecord,
    sessions = 1,
  ): Promise<ReleaseResult> =>
    store.startRelease({ sessionId: id, orderReference, test, sessions, events: [event('order_unpaid')] });
  const pay = (store: CheckoutStore, session: SessionRecord, version = 1): Promise<ChangeResult> =>
    store.change({
      id: session.id,
      version,
      next: { ...session, status: 'completed' },
      events: [event('completed')],
      claimFulfilment: true,
    });
  const ended = (store: CheckoutStore, fields: Partial<SessionRecord> = {}) =>
    created(store, { status: 'expired', ...fields });
  const typesOf = async (store: CheckoutStore, { id }: SessionRecord) =>
    (await store.listEvents(id)).map(({ type }) => type);

  describe('release', () => {
    it('is begun once all sessions of the order have ended, with its events, in one step', async () => {
      const { store } = fixture();
      const session = await ended(store);
      const { orderReference, id } = session;
      expect(await store.getRelease(orderReference, true)).toBeNull();
      const release = { orderReference, test: true, sessionId: id, state: 'pending', attempts: 1 };
      expect(await start(store, session)).toEqual({ kind: 'started', release });
      expect(await store.getRelease(orderReference, true)).toEqual(release);
      expect(await typesOf(store, session)).toEqual(['order_unpaid']);
    });

    it('is no fulfilment', async () => {
      const { store } = fixture();
      const session = await ended(store);
      await start(store, session);
      expect(await store.getFulfilment(session.orderReference, true)).toBeNull();
      expect(await store.startFulfilment(session.orderReference, true)).toBeNull();
      await expect(store.completeFulfilment(session.orderReference, true, [])).rejects.toMatchObject({
        code: 'invalid_change',
      });
    });

    it('counts its attempts, with its events once, and is done once', async () => {
      const { store } = fixture();
      const session = await ended(store);
      const { orderReference } = session;
      await start(store, session);
      expect(await start(store, session)).toMatchObject({ kind: 'started', release: { attempts: 2 } });
      expect(await store.completeRelease(orderReference, true, [event('told')])).toBe(true);
      expect(await store.completeRelease(orderReference, true, [event('told')])).toBe(false);
      expect(await start(store, session)).toEqual({ kind: 'not_owed' });
      expect(await store.getRelease(orderReference, true)).toMatchObject({ state: 'done', attempts: 2 });
      expect(await typesOf(store, session)).toEqual(['order_unpaid', 'told']);
    });

    for (const status of ['creating', 'open', 'pending'] as const) {
      it(`is not begun while a session is ${status}`, async () => {
        const { store } = fixture();
        const session = await ended(store, { orderReference: 'busy' });
        await created(store, { orderReference: 'busy', status });
        expect(await start(store, session, 2)).toEqual({ kind: 'stale' });
        expect(await store.getRelease('busy', true)).toBeNull();
        expect(await store.listEvents(session.id)).toEqual([]);
      });
    }

    it('is not begun for an order with a payment that nobody has claimed the fulfilment of', async () => {
      const { store } = fixture();
      const session = await ended(store, { orderReference: 'paid' });
      const other = await created(store, { orderReference: 'paid' });
      const next = { ...other, status: 'completed' as const };
      await store.change({ id: other.id, version: 1, next, events: [] });
      expect(await start(store, session, 2)).toEqual({ kind: 'stale' });
      expect(await start(store, next, 2)).toEqual({ kind: 'stale' });
      expect(await store.getRelease('paid', true)).toBeNull();
    });

    it('is not begun in the name of another order’s session', async () => {
      const { store } = fixture();
      const [ours, other] = [await ended(store), await ended(store)];
      expect(await start(store, { ...other, orderReference: ours.orderReference })).toEqual({
        kind: 'stale',
      });
      expect(await store.getRelease(ours.orderReference, true)).toBeNull();
      expect(await typesOf(store, other)).toEqual([]);
    });

    it('is not begun for another number of sessions than those that were looked at', async () => {
      const { store } = fixture();
      const session = await ended(store, { orderReference: 'many' });
      await ended(store, { orderReference: 'many' });
      for (const sessions of [0, 1, 3])
        expect(await start(store, session, sessions)).toEqual({ kind: 'stale' });
      expect(await start(store, session, 2)).toMatchObject({ kind: 'started' });
    });

    it('belongs to one session of the order', async () => {
      const { store } = fixture();
      const a = await ended(store, { orderReference: 'two' });
      const b = await ended(store, { orderReference: 'two', status: 'failed' });
      expect(await start(store, b, 2)).toMatchObject({ kind: 'started' });
      expect(await start(store, a, 2)).toEqual({ kind: 'not_owed' });
      expect(await store.getRelease('two', true)).toMatchObject({ sessionId: b.id, attempts: 1 });
    });

    it('is not begun for an unknown session, nor for a paid order', async () => {
      const { store } = fixture();
      expect(await start(store, record())).toEqual({ kind: 'stale' });
      expect(await start(store, await paid(store))).toEqual({ kind: 'not_owed' });
    });

    it('is listed as unfinished until it is done, and is no unfinished fulfilment', async () => {
      const { store } = fixture();
      const session = await ended(store);
      await start(store, session);
      const page = { test: true, lastOf: [], limit: 9 };
      const [listed, ...others] = await store.listUnfinished('release', page);
      const { id: sessionId, orderReference } = session;
      expect(listed).toMatchObject({
        session,
        fulfilment: null,
        release: { orderReference, test: true, sessionId, state: 'pending', attempts: 1 },
      });
      expect(others).toEqual([]);
      expect(await store.listUnfinished('fulfilment', page)).toEqual([]);
      expect(await store.listUnfinished('release', { ...page, test: false })).toEqual([]);
      await store.completeRelease(session.orderReference, true, []);
      expect(await store.listUnfinished('release', page)).toEqual([]);
    });

    it('keeps test and live apart', async () => {
      const { store } = fixture();
      const live = await ended(store, { orderReference: 'A-1', test: false });
      const trial = await ended(store, { orderReference: 'A-1', test: true });
      await start(store, trial);
      expect(await store.getRelease('A-1', false)).toBeNull();
      expect(await pay(store, live)).toBe('done');
      expect((await store.getFulfilment('A-1', false))?.late).toBeUndefined();
      expect(await store.completeRelease('A-1', false, [])).toBe(false);
      expect(await store.getRelease('A-1', true)).toMatchObject({ state: 'pending' });
    });

    it('lets the customer try again; the payment is late then', async () => {
      const { store } = fixture();
      const first = await ended(store, { orderReference: 'again' });
      await start(store, first);
      await store.completeRelease('again', true, []);
      const second = await created(store, { orderReference: 'again', status: 'open' });
      expect(await store.getRelease('again', true)).toMatchObject({ state: 'done' });
      expect(await pay(store, second)).toBe('done');
      expect(await store.getFulfilment('again', true)).toEqual({
        orderReference: 'again',
        test: true,
        sessionId: second.id,
        state: 'pending',
        attempts: 0,
        late: 'after_release',
      });
      expect(await store.getRelease('again', true)).toBeNull();
      expect(await store.startFulfilment('again', true)).toMatchObject({
        attempts: 1,
        late: 'after_release',
      });
      await store.completeFulfilment('again', true, []);
      expect(await store.getFulfilment('again', true)).toMatchObject({
        state: 'done',
        late: 'after_release',
      });
      expect(await store.createSession(record({ orderReference: 'again' }), [], 0)).toEqual({
        kind: 'paid',
        sessionId: second.id,
      });
    });

    it('gives its place to a payment while it is pending, and is never done afterwards', async () => {
      const { store } = fixture();
      const a = await ended(store, { orderReference: 'late' });
      const b = await ended(store, { orderReference: 'late' });
      await start(store, a, 2);
      expect(await pay(store, b)).toBe('done');
      expect(await store.getFulfilment('late', true)).toMatchObject({
        sessionId: b.id,
        late: 'during_release',
      });
      expect(await store.completeRelease('late', true, [event('told')])).toBe(false);
      expect(await start(store, a, 2)).toEqual({ kind: 'not_owed' });
      expect(await store.getFulfilment('late', true)).toMatchObject({ state: 'pending', attempts: 0 });
      expect(await typesOf(store, a)).toEqual(['order_unpaid']);
    });

    it('a payment of the session that tells it finds no call under way: the lease was its own', async () => {
      const { store } = fixture();
      const session = await ended(store);
      await start(store, session);
      expect(await pay(store, session)).toBe('done');
      expect(await store.getFulfilment(session.orderReference, true)).toMatchObject({
        late: 'after_release',
      });
    });

    it('of two late payments one takes its place', async () => {
      const { store, other } = fixture();
      for (let round = 0; round < 10; round++) {
        const orderReference = `two-late-${round}`;
        const sessions = [
          await ended(store, { orderReference }),
          await ended(store, { orderReference }),
        ] as const;
        await start(store, sessions[0], 2);
        const results = await Promise.all([pay(store, sessions[0]), pay(other, sessions[1])]);
        expect([...results].sort()).toEqual(['done', 'fulfilment_taken']);
      }
    });

    it('a release and a payment that come together: one is first, and the other finds it', async () => {
      const { store, other } = fixture();
      for (let round = 0; round < 20; round++) {
        const orderReference = `race-${round}`;
        const [a, b] = [await ended(store, { orderReference }), await ended(store, { orderReference })];
        const [release, payment] = await Promise.all(
          round % 2
            ? [start(store, a, 2), pay(other, round % 4 === 1 ? a : b)]
            : [start(other, a, 2), pay(store, round % 4 === 0 ? a : b)],
        );
        const fulfilment = await store.getFulfilment(orderReference, true);
        // A begun release moves no version: the payment is never refused.
        expect(payment).toBe('done');
        expect(release.kind === 'started').toBe(fulfilment?.late !== undefined);
        expect(await store.getRelease(orderReference, true)).toBeNull();
      }
    });

    it('64 that begin it at once: one is the first', async () => {
      const { store, other } = fixture();
      const sessions: SessionRecord[] = [];
      for (let n = 0; n < 8; n++) sessions.push(await ended(store, { orderReference: 'crowd' }));
      const results = await Promise.all(
        Array.from({ length: 64 }, (_, n) =>
          start(n % 2 ? store : other, sessions[n % 8] as SessionRecord, sessions.length),
        ),
      );
      const attempts = results.flatMap((each) => (each.kind === 'started' ? [each.release.attempts] : []));
      expect(attempts.sort((a, b) => a - b)).toEqual(attempts.map((_, index) => index + 1));
      expect(attempts).toHaveLength(8);
      const begun = await Promise.all(sessions.map((session) => typesOf(store, session)));
      expect(begun.flat()).toEqual(['order_unpaid']);
    });

    it('keeps its session from a purge until it is done', async () => {
      const { store } = fixture();
      const session = await rested(store, { status: 'expired' });
      await start(store, session);
      expect(await store.purge(session.createdAt + 1)).toMatchObject({ sessions: 0 });
      await store.completeRelease(session.orderReference, true, []);
      expect(await store.purge(session.createdAt + 1)).toMatchObject({ sessions: 1 });
      expect(await store.getRelease(session.orderReference, true)).toBeNull();
    });
  });
}
