import { expect } from '../expect.ts';
import { created, event, paid, type StoreFixture, tally } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

/** The order's one fulfilment, which goes to one session. */
export function claimingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('claiming the fulfilment', () => {
    it('claims it in the same step', async () => {
      const { store } = fixture();
      const session = await paid(store);
      expect(await store.getFulfilment(session.orderReference, true)).toEqual({
        orderReference: session.orderReference,
        test: true,
        sessionId: session.id,
        state: 'pending',
        attempts: 0,
      });
    });

    it('answers fulfilment_taken for a second session of the order, and writes nothing', async () => {
      const { store } = fixture();
      const a = await created(store, { orderReference: 'twice', status: 'failed' });
      const b = await created(store, { orderReference: 'twice', status: 'failed' });
      const win = { id: a.id, version: 1, next: { ...a, status: 'completed' as const }, events: [] };
      expect(await store.change({ ...win, claimFulfilment: true })).toBe('done');
      const lose = await store.change({
        id: b.id,
        version: 1,
        next: { ...b, status: 'completed' },
        events: [event('paid')],
        claimFulfilment: true,
        dueAt: 0,
      });
      expect(lose).toBe('fulfilment_taken');
      expect(await store.getSession(b.id)).toEqual({ value: b, version: 1 });
      expect(await store.listEvents(b.id)).toEqual([]);
      expect(await store.getFulfilment('twice', true)).toMatchObject({ sessionId: a.id });
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('stands in the way of no change that does not claim it', async () => {
      const { store } = fixture();
      const dead = await created(store, { orderReference: 'other', status: 'failed' });
      await paid(store, { orderReference: 'other' });
      const next = { ...dead, checks: 1 };
      expect(await store.change({ id: dead.id, version: 1, next, events: [] })).toBe('done');
      expect(await store.getSession(dead.id)).toEqual({ value: next, version: 2 });
    });

    it('may be claimed again by the session that holds it', async () => {
      const { store } = fixture();
      const session = await paid(store);
      await store.startFulfilment(session.orderReference, true);
      const again = { id: session.id, version: 2, next: session, events: [], claimFulfilment: true };
      expect(await store.change(again)).toBe('done');
      expect(await store.getFulfilment(session.orderReference, true)).toMatchObject({
        attempts: 1,
        state: 'pending',
      });
    });

    it('does not reopen a fulfilment that is done', async () => {
      const { store } = fixture();
      const session = await paid(store);
      await store.completeFulfilment(session.orderReference, true, []);
      await store.change({ id: session.id, version: 2, next: session, events: [], claimFulfilment: true });
      expect(await store.getFulfilment(session.orderReference, true)).toMatchObject({ state: 'done' });
    });

    it('goes to one of 16 sessions of an order', async () => {
      const { store, other } = fixture();
      const sessions = [];
      for (let index = 0; index < 16; index++) {
        sessions.push(await created(store, { orderReference: 'many', status: 'expired' }));
      }
      const results = await Promise.all(
        sessions.map((session, index) =>
          (index % 2 ? store : other).change({
            id: session.id,
            version: 1,
            next: { ...session, status: 'completed' },
            events: [event('paid')],
            claimFulfilment: true,
          }),
        ),
      );
      expect(tally(results)).toEqual(
        new Map([
          ['done', 1],
          ['fulfilment_taken', 15],
        ]),
      );
      const found = await store.listSessions({ statuses: ['completed'], limit: 99 });
      expect(found.map(({ value }) => value.id)).toEqual([
        (await store.getFulfilment('many', true))?.sessionId,
      ]);
    });
  });
}
