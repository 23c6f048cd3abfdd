import { expect } from '../expect.ts';
import type { StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

export function holdingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('claimFor', () => {
    it('is the first holder’s for good, in every instance, and each mode for itself', async () => {
      const { store, other } = fixture();
      // A store may do without: then nothing is compared.
      if (store.claimFor === undefined) return;
      expect(await store.claimFor('a', true)).toBe('a');
      for (const one of [store, other]) {
        expect(await one.claimFor?.('b', true)).toBe('a');
        expect(await one.claimFor?.('b', false)).toBe('b');
        expect(await one.claimFor?.('a', true)).toBe('a');
      }
      await store.purge(Number.MAX_SAFE_INTEGER);
      expect(await other.claimFor?.('c', false)).toBe('b');
    });

    it('has one holder when 40 ask at once', async () => {
      const { store, other } = fixture();
      if (store.claimFor === undefined) return;
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? store : other).claimFor?.(`${index}`, true)),
      );
      expect(new Set(answers).size).toBe(1);
    });
  });
}
