import { describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { created, event, notification } from '../../src/testing/store/fixture.ts';

/** A database server, as the stores on it see it, and what others do to it. */
export interface StoreServer {
  openStore(timeoutMs?: number): CheckoutStore;
  /** A store whose pool has one connection, and who takes that away. `take` resolves to what gives it back. */
  openSmallStore(timeoutMs: number): { store: CheckoutStore; take: () => Promise<() => void> };
  /** A store where no server listens. */
  openNowhere(): CheckoutStore;
  /** A connection for somebody else's transaction. */
  connect(): Promise<{ query(sql: string): Promise<unknown>; release(): void }>;
  /** Ends all connections but its own, and resolves to their number. */
  endConnections(): Promise<number>;
}

/** Somebody's transaction locks all sessions. Resolves to what rolls it back. */
async function lockSessions(server: StoreServer): Promise<() => Promise<void>> {
  const holder = await server.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT * FROM hpp_sessions FOR UPDATE');
  return async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
}

/** What a store does when its server cannot go on, or ends connections. */
export function testStoreServer(name: string, server: StoreServer): void {
  describe(`a step that cannot go on, ${name}`, () => {
    it('F42 fails in bounded time when the pool is exhausted, and works again after', async () => {
      const { store, take } = server.openSmallStore(1_000);
      await store.ready();
      const giveBack = await take();
      const began = performance.now();
      await expect(store.receive(notification())).rejects.toMatchObject({ code: 'store_unavailable' });
      await expect(store.getSession('x')).rejects.toMatchObject({ code: 'store_unavailable' });
      expect(performance.now() - began).toBeLessThan(60_000);
      giveBack();
      expect(await store.receive(notification())).toBe('new');
    });

    it('F42 fails in bounded time behind somebody’s lock, stores nothing, and works again after', async () => {
      const [store, patient] = [server.openStore(1_000), server.openStore()];
      await store.ready();
      const session = await created(patient);
      const unlock = await lockSessions(server);
      const change = {
        id: session.id,
        version: 1,
        next: { ...session, checks: 1 },
        events: [event('checked')],
      };
      const began = performance.now();
      await expect(store.change(change)).rejects.toMatchObject({ code: 'store_unavailable' });
      expect(performance.now() - began).toBeLessThan(60_000);
      await unlock();
      expect(await patient.getSession(session.id)).toEqual({ value: session, version: 1 });
      expect(await patient.change(change)).toBe('done');
    });

    it('says what is wrong when the database is not there', async () => {
      await expect(server.openNowhere().ready()).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('ECONNREFUSED'),
      });
    });
  });

  describe(`connections that die, ${name}`, () => {
    it('T54 while idle end neither the process nor the next step', async () => {
      const store = server.openStore();
      await Promise.all(Array.from({ length: 6 }, () => store.receive(notification())));
      expect(await server.endConnections()).toBeGreaterThan(0);
      for (let index = 0; index < 10; index++) expect(await store.receive(notification())).toBe('new');
    });

    it('F42 in the middle of a step are replaced, and the step is done once', async () => {
      const store = server.openStore();
      await server.endConnections();
      await store.ready();
      const load = Promise.allSettled(
        Array.from({ length: 300 }, async () => {
          const arrived = notification();
          await store.receive(arrived);
          return arrived.digest;
        }),
      );
      for (let round = 0; round < 5; round++) await server.endConnections();
      const acknowledged = (await load).flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      const kept = new Map((await store.listNotifications(null, 1_000)).map((each) => [each.digest, each]));
      for (const digest of acknowledged) expect(kept.get(digest)).toMatchObject({ deliveries: 1 });
      expect(acknowledged.length).toBeGreaterThan(0);
    });
  });
}
