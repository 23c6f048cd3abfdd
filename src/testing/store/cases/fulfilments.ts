import { expect } from '../expect.ts';
import { created, event, paid, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

/** The order's one fulfilment: started at least once, completed once. */
export function fulfilmentCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('fulfilment', () => {
    it('is unknown before it is claimed', async () => {
      const { store } = fixture();
      const session = await created(store);
      expect(await store.getFulfilment(session.orderReference, true)).toBeNull();
      expect(await store.startFulfilment(session.orderReference, true)).toBeNull();
    });

    it('counts its attempts', async () => {
      const { store } = fixture();
      const { orderReference, id } = await paid(store);
      expect(await store.startFulfilment(orderReference, true)).toMatchObject({ attempts: 1, sessionId: id });
      expect(await store.startFulfilment(orderReference, true)).toMatchObject({
        attempts: 2,
        state: 'pending',
      });
      expect(await store.getFulfilment(orderReference, true)).toMatchObject({ attempts: 2 });
    });

    it('counts 20 simultaneous attempts', async () => {
      const { store, other } = fixture();
      const { orderReference } = await paid(store);
      const started = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? store : other).startFulfilment(orderReference, true),
        ),
      );
      const attempts = started.map((fulfilment) => fulfilment?.attempts ?? 0).sort((a, b) => a - b);
      expect(attempts).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    it('is completed with its events, in one step', async () => {
      const { store } = fixture();
      const { orderReference, id } = await paid(store);
      await store.startFulfilment(orderReference, true);
      await store.completeFulfilment(orderReference, true, [event('fulfilled', { by: 'shop' })]);
      expect(await store.getFulfilment(orderReference, true)).toMatchObject({ state: 'done', attempts: 1 });
      expect(await store.listEvents(id)).toMatchObject([{ type: 'fulfilled', data: { by: 'shop' } }]);
    });

    it('cannot be started once it is done', async () => {
      const { store } = fixture();
      const { orderReference } = await paid(store);
      await store.completeFulfilment(orderReference, true, []);
      expect(await store.startFulfilment(orderReference, true)).toBeNull();
      expect(await store.getFulfilment(orderReference, true)).toMatchObject({ attempts: 0 });
    });

    it('is completed once, however many say so', async () => {
      const { store, other } = fixture();
      const { orderReference, id } = await paid(store);
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 ? store : other).completeFulfilment(orderReference, true, [event('fulfilled')]),
        ),
      );
      expect(await store.listEvents(id)).toHaveLength(1);
    });

    it('cannot be completed when it was never claimed', async () => {
      await expect(fixture().store.completeFulfilment('nothing', true, [])).rejects.toMatchObject({
        code: 'invalid_change',
      });
    });

    it('is completed while its session changes', async () => {
      const { store, other } = fixture();
      for (let round = 0; round < 10; round++) {
        const session = await paid(store);
        await Promise.all([
          store.completeFulfilment(session.orderReference, true, [event('fulfilled')]),
          other.change({
            id: session.id,
            version: 2,
            next: session,
            events: [event('checked')],
            claimFulfilment: true,
          }),
        ]);
        expect(await store.listEvents(session.id)).toHaveLength(2);
        expect(await store.getFulfilment(session.orderReference, true)).toMatchObject({ state: 'done' });
      }
    });
  });
}
