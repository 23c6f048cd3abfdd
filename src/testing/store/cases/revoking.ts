import { expect } from '../expect.ts';
import type { StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

export function revokingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('revoke', () => {
    it('counts, for every instance, and each name for itself', async () => {
      const { store, other } = fixture();
      await store.revoke('link:a', null);
      await other.revoke('order:b', null);
      await store.revoke('order:b', null);
      for (const one of [store, other]) {
        expect(await one.countRevocations(['order:b', 'link:a', 'link:none'])).toEqual([2, 1, 0]);
      }
    });

    it('answers for no names, and for one twice', async () => {
      const { store } = fixture();
      await store.revoke('link:a', null);
      expect(await store.countRevocations([])).toEqual([]);
      expect(await store.countRevocations(['link:a', 'link:a'])).toEqual([1, 1]);
    });

    it('counts each of 40 simultaneous ones of a new name', async () => {
      const { store, other } = fixture();
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? store : other).revoke('order:b', null)),
      );
      expect(await store.countRevocations(['order:b'])).toEqual([40]);
    });

    it('is kept until its time, and for good without one', async () => {
      const { store, advance } = fixture();
      const until = (await store.now()) + 10_000;
      await store.revoke('link:a', until);
      await store.revoke('order:b', null);
      await store.purge(0);
      expect(await store.countRevocations(['link:a', 'order:b'])).toEqual([1, 1]);
      await advance(10_000);
      await store.purge(0);
      expect(await store.countRevocations(['link:a', 'order:b'])).toEqual([0, 1]);
    });
  });
}
