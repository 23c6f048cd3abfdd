import { expect } from '../expect.ts';
import { created, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

export function limitingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('take', () => {
    it('allows `limit` and then says how long to wait', async () => {
      const { store, advance } = fixture();
      expect(await store.take('b', 2, 10_000)).toEqual({ allowed: true, retryAfterMs: 0 });
      await advance(3_000);
      expect(await store.take('b', 2, 10_000)).toEqual({ allowed: true, retryAfterMs: 0 });
      await advance(1_000);
      expect(await store.take('b', 2, 10_000)).toEqual({ allowed: false, retryAfterMs: 6_000 });
    });

    it('allows again exactly when it said so', async () => {
      const { store, advance } = fixture();
      await store.take('b', 1, 10_000);
      await advance(9_999);
      expect(await store.take('b', 1, 10_000)).toEqual({ allowed: false, retryAfterMs: 1 });
      await advance(1);
      expect((await store.take('b', 1, 10_000)).allowed).toBe(true);
    });

    it('slides: a burst at a window’s end does not double at the next one’s start', async () => {
      const { store, advance } = fixture();
      await advance(9_000);
      for (let index = 0; index < 3; index++) expect((await store.take('b', 3, 10_000)).allowed).toBe(true);
      await advance(2_000);
      expect((await store.take('b', 3, 10_000)).allowed).toBe(false);
    });

    it('does not count what it refused', async () => {
      const { store, advance } = fixture();
      await store.take('b', 1, 1_000);
      for (let index = 0; index < 5; index++) await store.take('b', 1, 1_000);
      await advance(1_000);
      expect((await store.take('b', 1, 1_000)).allowed).toBe(true);
    });

    it('keeps buckets apart', async () => {
      const { store } = fixture();
      await store.take('address:203.0.113.7', 1, 1_000);
      expect((await store.take('address:203.0.113.8', 1, 1_000)).allowed).toBe(true);
    });

    it('allows nothing for a limit of 0', async () => {
      expect(await fixture().store.take('b', 0, 1_000)).toEqual({ allowed: false, retryAfterMs: 1_000 });
    });

    it('follows a limit that was lowered or raised', async () => {
      const { store } = fixture();
      for (let index = 0; index < 5; index++) await store.take('b', 5, 1_000);
      expect((await store.take('b', 3, 1_000)).allowed).toBe(false);
      expect((await store.take('b', 6, 1_000)).allowed).toBe(true);
    });

    it('T47 is shared by instances: 10 of 40 simultaneous takes', async () => {
      const { store, other } = fixture();
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? store : other).take('b', 10, 60_000)),
      );
      expect(results.filter(({ allowed }) => allowed)).toHaveLength(10);
      for (const { allowed, retryAfterMs } of results) {
        if (!allowed) expect(retryAfterMs).toBeGreaterThan(0);
      }
    });

    it('admit takes one from each bucket, or from none', async () => {
      const { store, advance } = fixture();
      const order = { orderReference: 'A-1', test: true };
      const wide = { name: 'wide', limit: 3 };
      const narrow = { name: 'narrow', limit: 1 };
      const admitted = { kind: 'admitted', sessions: [] };
      expect(await store.admit(order, [wide, narrow], 10_000)).toMatchObject(admitted);
      await advance(4_000);
      const refused = { kind: 'refused', bucket: 'narrow', retryAfterMs: 6_000 };
      for (let index = 0; index < 5; index++) {
        expect(await store.admit(order, [wide, narrow], 10_000)).toEqual(refused);
        expect(await store.admit(order, [narrow, wide], 10_000)).toEqual(refused);
      }
      expect(await store.admit(order, [wide], 10_000)).toMatchObject(admitted);
      expect((await store.take('wide', 3, 10_000)).allowed).toBe(true);
      expect((await store.take('wide', 3, 10_000)).allowed).toBe(false);
      expect(await store.admit(order, [{ name: 'other', limit: 1 }, wide], 10_000)).toMatchObject({
        kind: 'refused',
        bucket: 'wide',
      });
      expect(await store.admit(order, [{ name: 'none', limit: 0 }], 10_000)).toMatchObject({
        kind: 'refused',
        bucket: 'none',
        retryAfterMs: 10_000,
      });
      await advance(6_000);
      expect(await store.admit(order, [wide, narrow], 10_000)).toMatchObject(admitted);
    });

    it('admit counts each bucket up to a limit of its own, wherever it stands', async () => {
      const { store, advance } = fixture();
      const order = { orderReference: 'A-1', test: true };
      const buckets = [
        { name: 'first', limit: 9 },
        { name: 'second', limit: 3 },
        { name: 'third', limit: 2 },
      ];
      for (let taken = 0; taken < 2; taken++) {
        expect(await store.admit(order, buckets, 60_000)).toMatchObject({ kind: 'admitted' });
        await advance(1_000);
      }
      const refused = { kind: 'refused', bucket: 'third', retryAfterMs: 58_000 };
      expect(await store.admit(order, buckets, 60_000)).toEqual(refused);
      expect(await store.admit(order, buckets.slice(0, 2), 60_000)).toMatchObject({ kind: 'admitted' });
      expect(await store.admit(order, buckets.slice(0, 2), 60_000)).toMatchObject({ bucket: 'second' });
    });

    it('admit reads the order’s sessions, newest first, and the clock', async () => {
      const { store } = fixture();
      const orderReference = 'read';
      const old = await created(store, { orderReference, status: 'failed', createdAt: 1_000 });
      const young = await created(store, { orderReference, createdAt: 2_000 });
      await created(store);
      await created(store, { orderReference, test: !old.test });
      const before = await store.now();
      const result = await store.admit({ orderReference, test: true }, [{ name: 'b', limit: 2 }], 1_000);
      if (result.kind !== 'admitted') throw new Error('Expected to be admitted.');
      expect(result.sessions).toEqual([
        { value: young, version: 1 },
        { value: old, version: 1 },
      ]);
      expect(result.now).toBeGreaterThan(before - 1);
      const none = await store.admit({ orderReference: 'none', test: true }, [], 1_000);
      expect(none).toMatchObject({ kind: 'admitted', sessions: [] });
    });

    it('admit keeps the first bucket’s limit for all instances: 10 of 40 at once', async () => {
      const { store, other } = fixture();
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 ? store : other).admit(
            { orderReference: 'A-1', test: true },
            [
              { name: 'asker', limit: 10 },
              { name: 'order', limit: 100 },
            ],
            60_000,
          ),
        ),
      );
      expect(results.filter(({ kind }) => kind === 'admitted')).toHaveLength(10);
    });

    it('goes on when many other buckets have expired', async () => {
      const { store, advance } = fixture();
      for (let index = 0; index < 10; index++) await store.take(`old-${index}`, 1, 1_000);
      await advance(2_000);
      for (let index = 0; index < 10; index++) await store.take(`new-${index}`, 1, 1_000);
      expect((await store.take('new-9', 1, 1_000)).allowed).toBe(false);
      expect((await store.take('old-0', 1, 1_000)).allowed).toBe(true);
    });
  });
}
