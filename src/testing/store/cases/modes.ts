import { expect } from '../expect.ts';
import { created, event, paid, record, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

/** Test and live in one store: an order is its reference and its test flag. */
export function modeCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  const order = { orderReference: 'A-1' };
  const idOf = ({ id }: { id: string }) => id;

  describe('T60 test and live', () => {
    for (const test of [true, false]) {
      const [own, foreign] = test ? ['test', 'live'] : ['live', 'test'];

      it(`a ${foreign} payment neither pays a ${own} order nor holds its fulfilment`, async () => {
        const { store, other } = fixture();
        const theirs = await paid(store, { ...order, test: !test });
        expect(await store.getFulfilment('A-1', test)).toBeNull();
        expect(await store.startFulfilment('A-1', test)).toBeNull();
        await expect(store.completeFulfilment('A-1', test, [])).rejects.toMatchObject({
          code: 'invalid_change',
        });

        const ours = await paid(other, { ...order, test });
        expect(await other.startFulfilment('A-1', test)).toMatchObject({
          sessionId: ours.id,
          test,
          attempts: 1,
        });
        await other.completeFulfilment('A-1', test, [event('fulfilled')]);
        expect(await store.getFulfilment('A-1', test)).toMatchObject({ state: 'done' });
        expect(await store.getFulfilment('A-1', !test)).toEqual({
          ...order,
          test: !test,
          sessionId: theirs.id,
          state: 'pending',
          attempts: 0,
        });
        expect(await store.createSession(record({ ...order, test }), [], 0)).toEqual({
          kind: 'paid',
          sessionId: ours.id,
        });
      });

      it(`a ${foreign} page does not take the place of the ${own} one, and one ${own} page does`, async () => {
        const { store } = fixture();
        await created(store, { ...order, test: !test });
        const ours = await created(store, { ...order, test });
        expect(await store.createSession(record({ ...order, test }), [], 0)).toMatchObject({
          kind: 'live',
          session: { value: { id: ours.id } },
        });
        const [found, ...more] = await store.findSessions({ ...order, test });
        expect(found?.value.id).toBe(ours.id);
        expect(more).toEqual([]);
      });

      it(`due ${foreign} work is not claimed by a ${own} worker`, async () => {
        const { store, other } = fixture();
        const theirs = await created(store, { ...order, test: !test }, { dueAt: 0 });
        const ours = await created(store, { ...order, test }, { dueAt: 0 });
        expect(await store.claimOne(theirs.id, 1_000, test)).toBeNull();
        expect((await store.claimDue(10, 1_000, test)).map(({ sessionId }) => sessionId)).toEqual([ours.id]);
        expect((await other.claimDue(10, 1_000, !test)).map(({ sessionId }) => sessionId)).toEqual([
          theirs.id,
        ]);
        expect(await store.claimOne(ours.id, 1_000, test)).toBeNull();
      });

      it(`lists ${own} sessions, or all`, async () => {
        const { store } = fixture();
        const theirs = await created(store, { ...order, test: !test, createdAt: 1 });
        const ours = await created(store, { ...order, test, createdAt: 2 });
        const query = { statuses: ['creating'], limit: 10 } as const;
        expect((await store.listSessions({ ...query, test })).map(({ value }) => value.id)).toEqual([
          ours.id,
        ]);
        expect((await store.listSessions(query)).map(({ value }) => value.id)).toEqual(
          [theirs, ours].map(idOf),
        );
      });
    }

    it('many orders at once, half of them test, keep apart', async () => {
      const { store, other } = fixture();
      await paid(store, { orderReference: 'B-3', test: true });
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 3 ? store : other).createSession(
            record({ orderReference: `B-${n >> 1}`, test: n % 2 === 0 }),
            [],
            0,
          ),
        ),
      );
      expect(results.map(({ kind }) => kind)).toEqual(
        Array.from({ length: 20 }, (_, n) => (n === 6 ? 'paid' : 'created')),
      );
    });

    it('purge deletes a paid test order and leaves the live one of the same name', async () => {
      const { store } = fixture();
      const session = await paid(store, { ...order, test: true });
      await store.startFulfilment('A-1', true);
      await store.completeFulfilment('A-1', true, []);
      await paid(store, { ...order, test: false });
      expect(await store.purge(session.createdAt + 1)).toMatchObject({ sessions: 1 });
      expect(await store.getFulfilment('A-1', true)).toBeNull();
      expect(await store.getFulfilment('A-1', false)).toMatchObject({ state: 'pending' });
    });
  });
}
