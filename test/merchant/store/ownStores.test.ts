import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { created, notification } from '../../../src/testing/store/fixture.ts';

/*
 * What our own stores do beyond the contract: all of them list what is of one time in one order, and keep no limit that is over.
 */

for (const [name, open] of [
  ['memoryStore', (now: () => number) => memoryStore({ now })],
  ['sqliteStore', (now: () => number) => sqliteStore(':memory:', { now })],
] as const) {
  describe(name, () => {
    let store: CheckoutStore;
    let time: number;

    beforeEach(async () => {
      time = 1_700_000_000_000;
      store = open(() => time);
      onTestFinished(() => store.close());
      await store.ready();
    });

    it('lists sessions of one time by their ids, where the newest come first the last id first', async () => {
      for (const id of ['b', 'd', 'a', 'c']) {
        await created(store, { id, orderReference: 'o', pspId: 'p', status: 'expired', createdAt: 5 });
      }
      const ids = (found: Awaited<ReturnType<CheckoutStore['findSessions']>>) =>
        found.map(({ value }) => value.id);
      expect(ids(await store.findSessions({ orderReference: 'o', test: true }))).toEqual([
        'd',
        'c',
        'b',
        'a',
      ]);
      expect(ids(await store.findSessions({ pspId: 'p' }))).toEqual(['d', 'c', 'b', 'a']);
      const admission = await store.admit({ orderReference: 'o', test: true }, [], 1_000);
      expect(admission.kind === 'admitted' && ids(admission.sessions)).toEqual(['d', 'c', 'b', 'a']);
    });

    it('lists notifications of one time by their digests, the last first', async () => {
      for (const digest of ['b', 'd', 'a', 'c']) await store.receive(notification({ digest }));
      time += 1;
      await store.receive(notification({ digest: '0' }));
      const digests = (await store.listNotifications(null, 9)).map(({ digest }) => digest);
      expect(digests).toEqual(['0', 'd', 'c', 'b', 'a']);
    });

    it('forgets with a purge the limits whose time is over, from that moment on', async () => {
      await store.take('b', 1, 10_000);
      time += 9_999;
      await store.purge(0);
      expect(await store.take('b', 1, 60_000), 'it is not over').toEqual({
        allowed: false,
        retryAfterMs: 50_001,
      });
      time += 1;
      await store.purge(0);
      expect(await store.take('b', 1, 60_000)).toEqual({ allowed: true, retryAfterMs: 0 });
    });
  });
}
