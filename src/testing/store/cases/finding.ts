import type { SessionRecord, StoredStatus, Versioned } from '../../../merchant/store/contract.ts';
import { expect } from '../expect.ts';
import { created, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

const idsOf = (found: readonly Versioned<SessionRecord>[]) => found.map(({ value }) => value.id);

export function findingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('finding sessions', () => {
    it('answers null for an unknown id', async () => {
      expect(await fixture().store.getSession('nobody')).toBeNull();
    });

    for (const [field, value] of [
      ['orderReference', 'o'],
      ['uniqueReference', 'u'],
      ['pspId', 'p'],
    ] as const) {
      it(`finds by ${field}`, async () => {
        const { store } = fixture();
        const wanted = await created(store, { [field]: value });
        await created(store);
        const by = { [field]: value, test: true } as { orderReference: string; test: boolean };
        expect(idsOf(await store.findSessions(by))).toEqual([wanted.id]);
      });
    }

    it('answers an empty list for unknown references', async () => {
      const { store } = fixture();
      await created(store);
      expect(await store.findSessions({ orderReference: 'none', test: true })).toEqual([]);
      expect(await store.findSessions({ uniqueReference: 'none' })).toEqual([]);
      expect(await store.findSessions({ pspId: 'none' })).toEqual([]);
    });

    it('lists an order’s sessions newest first', async () => {
      const { store } = fixture();
      const of = (createdAt: number) => created(store, { orderReference: 'o', status: 'expired', createdAt });
      const middle = await of(2_000);
      const oldest = await of(1_000);
      const newest = await of(3_000);
      expect(idsOf(await store.findSessions({ orderReference: 'o', test: true }))).toEqual([
        newest.id,
        middle.id,
        oldest.id,
      ]);
    });

    it('lists those of one gateway id newest first', async () => {
      const { store } = fixture();
      const [old, young] = [
        await created(store, { pspId: 'p', createdAt: 1_000 }),
        await created(store, { pspId: 'p', createdAt: 2_000 }),
      ];
      expect(idsOf(await store.findSessions({ pspId: 'p' }))).toEqual([young.id, old.id]);
    });

    it('lists sessions by status, oldest first', async () => {
      const { store } = fixture();
      const young = await created(store, { status: 'pending', createdAt: 3_000 });
      const old = await created(store, { status: 'open', createdAt: 1_000 });
      await created(store, { status: 'failed', createdAt: 2_000 });
      const found = await store.listSessions({ statuses: ['open', 'pending'], limit: 10 });
      expect(idsOf(found)).toEqual([old.id, young.id]);
    });

    it('lists at most `limit`, those that were created before a time', async () => {
      const { store } = fixture();
      const times = [5_000, 1_000, 4_000, 2_000, 3_000];
      for (const createdAt of times) await created(store, { status: 'open', createdAt });
      const found = await store.listSessions({ statuses: ['open'], createdBefore: 4_000, limit: 2 });
      expect(found.map(({ value }) => value.createdAt)).toEqual([1_000, 2_000]);
      const all = await store.listSessions({ statuses: ['open'], createdBefore: 4_000, limit: 10 });
      expect(all.map(({ value }) => value.createdAt)).toEqual([1_000, 2_000, 3_000]);
    });

    it('lists those that were created at a time or later', async () => {
      const { store } = fixture();
      for (const createdAt of [5_000, 1_000, 3_000]) await created(store, { status: 'open', createdAt });
      const found = await store.listSessions({ statuses: ['open'], createdFrom: 3_000, limit: 10 });
      expect(found.map(({ value }) => value.createdAt)).toEqual([3_000, 5_000]);
      const one = await store.listSessions({
        statuses: ['open'],
        createdFrom: 3_000,
        createdBefore: 5_000,
        limit: 10,
      });
      expect(one.map(({ value }) => value.createdAt)).toEqual([3_000]);
    });

    it('lists nothing for no statuses', async () => {
      const { store } = fixture();
      await created(store);
      expect(await store.listSessions({ statuses: [], limit: 10 })).toEqual([]);
    });

    it('F47 gives back and lists a status of a newer release', async () => {
      const { store } = fixture();
      const status = 'authorising' as StoredStatus;
      const session = await created(store, { status });
      expect((await store.getSession(session.id))?.value.status).toBe('authorising');
      expect(idsOf(await store.listSessions({ statuses: [status], limit: 1 }))).toEqual([session.id]);
    });

    it('is not changed by what a caller does to its copy', async () => {
      const { store } = fixture();
      const session = await created(store);
      const found = await store.getSession(session.id);
      try {
        (found as { value: { amount: string } }).value.amount = '0.01';
      } catch {
        // A frozen copy is as good.
      }
      expect((await store.getSession(session.id))?.value.amount).toBe('10.00');
    });

    it('shows another instance’s write at once', async () => {
      const { store, other } = fixture();
      const session = await created(store);
      expect((await other.getSession(session.id))?.value).toEqual(session);
    });
  });
}
