import type { CheckoutStore, Claim } from '../../../merchant/store/contract.ts';
import { expect } from '../expect.ts';
import { created, event, notification, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

async function claimed(store: CheckoutStore, leaseMs = 1_000): Promise<Claim> {
  const [claim] = await store.claimDue(1, leaseMs, true);
  if (claim === undefined) throw new Error('Nothing is due.');
  return claim;
}

/** The due queue: one worker a session, and no request for a status call is ever lost. */
export function leasingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('claimDue', () => {
    it('gives nothing before the time and the session at it', async () => {
      const { store, advance } = fixture();
      const session = await created(store, {}, { dueAt: (await store.now()) + 1_000 });
      await advance(999);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      await advance(1);
      expect(await store.claimDue(10, 1_000, true)).toMatchObject([{ sessionId: session.id }]);
    });

    it('gives the longest due first, at most `limit`', async () => {
      const { store } = fixture();
      for (const dueAt of [30, 10, 40, 20]) await created(store, {}, { dueAt });
      expect((await store.claimDue(3, 1_000, true)).map(({ dueAt }) => dueAt)).toEqual([10, 20, 30]);
      expect((await store.claimDue(3, 1_000, true)).map(({ dueAt }) => dueAt)).toEqual([40]);
    });

    it('gives a session to one caller while the lease lasts', async () => {
      const { store, other, advance } = fixture();
      await created(store, {}, { dueAt: 0 });
      await claimed(store, 1_000);
      await advance(999);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      expect(await other.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('F41 gives it to the next when the lease has ended without `finish`', async () => {
      const { store, other, advance } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      const first = await claimed(store, 1_000);
      await advance(1_000);
      const second = await claimed(other, 1_000);
      expect(second.sessionId).toBe(session.id);
      expect(second.fencingToken).toBeGreaterThan(first.fencingToken);
    });

    it('splits 100 due sessions among 20 callers, each to one', async () => {
      const { store, other } = fixture();
      for (let index = 0; index < 100; index++) await created(store, {}, { dueAt: index });
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other).claimDue(8, 60_000, true)),
      );
      const rest = await store.claimDue(100, 60_000, true);
      const ids = [...claims.flat(), ...rest].map(({ sessionId }) => sessionId);
      expect(ids).toHaveLength(100);
      expect(new Set(ids).size).toBe(100);
      for (const batch of claims) expect(batch.length).toBeLessThanOrEqual(8);
    });

    it('gives nothing for a limit of 0', async () => {
      const { store } = fixture();
      await created(store, {}, { dueAt: 0 });
      expect(await store.claimDue(0, 1_000, true)).toEqual([]);
    });
  });

  describe('claimOne', () => {
    it('leases a session whether due or not', async () => {
      const { store } = fixture();
      const session = await created(store);
      expect(await store.claimOne(session.id, 1_000, true)).toMatchObject({
        sessionId: session.id,
        fencingToken: 1,
      });
      const never = await created(store);
      await store.change({ id: never.id, version: 1, next: never, events: [], dueAt: null });
      expect(await store.claimOne(never.id, 1_000, true)).toMatchObject({
        sessionId: never.id,
        dueAt: await store.now(),
      });
    });

    it('answers null while another worker holds it, and for an unknown session', async () => {
      const { store, other, advance } = fixture();
      const session = await created(store);
      await store.claimOne(session.id, 1_000, true);
      expect(await other.claimOne(session.id, 1_000, true)).toBeNull();
      await advance(1_000);
      expect(await other.claimOne(session.id, 1_000, true)).toMatchObject({ fencingToken: 2 });
      expect(await store.claimOne('nobody', 1_000, true)).toBeNull();
    });

    it('keeps claimDue away, and claimDue it', async () => {
      const { store } = fixture();
      const a = await created(store, {}, { dueAt: 0 });
      await store.claimOne(a.id, 1_000, true);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      const b = await created(store, {}, { dueAt: 0 });
      await claimed(store);
      expect(await store.claimOne(b.id, 1_000, true)).toBeNull();
    });

    it('goes to one of 24 callers', async () => {
      const { store, other } = fixture();
      const session = await created(store);
      const claims = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          (index % 2 ? store : other).claimOne(session.id, 60_000, true),
        ),
      );
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    });
  });

  describe('finish', () => {
    it('ends the lease and sets the next time', async () => {
      const { store, advance } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      expect(await store.finish(await claimed(store), (await store.now()) + 500)).toBe(true);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      await advance(500);
      expect(await store.claimDue(10, 1_000, true)).toMatchObject([{ sessionId: session.id }]);
    });

    it('takes the session out of the queue for null', async () => {
      const { store, advance } = fixture();
      await created(store, {}, { dueAt: 0 });
      await store.finish(await claimed(store), null);
      await advance(10 * 86_400_000);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('F44 answers false to a worker that overslept its lease, and changes nothing', async () => {
      const { store, other, advance } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      const overslept = await claimed(store, 1_000);
      await advance(2_000);
      const current = await claimed(other, 60_000);
      expect(await store.finish(overslept, 0)).toBe(false);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      expect(await other.finish(current, null)).toBe(true);
      expect(await store.claimOne(session.id, 1_000, true)).toMatchObject({
        fencingToken: current.fencingToken + 1,
      });
    });

    it('answers true after the lease when nobody else took the session', async () => {
      const { store, advance } = fixture();
      await created(store, {}, { dueAt: 0 });
      const late = await claimed(store, 1_000);
      await advance(5_000);
      expect(await store.finish(late, null)).toBe(true);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('answers false the second time', async () => {
      const { store } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      const claim = await claimed(store);
      expect(await store.finish(claim, null)).toBe(true);
      await store.bringForward(session.id, 0);
      expect(await store.finish(claim, null)).toBe(false);
      expect(await store.claimDue(10, 1_000, true)).toHaveLength(1);
    });

    it('answers false for a session that is not there', async () => {
      const claim = { sessionId: 'nobody', fencingToken: 1, dueAt: 0 };
      expect(await fixture().store.finish(claim, 0)).toBe(false);
    });

    it('raises the fencing token with every claim', async () => {
      const { store } = fixture();
      await created(store, {}, { dueAt: 0 });
      const fencingTokens = [];
      for (let index = 0; index < 5; index++) {
        const claim = await claimed(store);
        fencingTokens.push(claim.fencingToken);
        await store.finish(claim, 0);
      }
      expect(fencingTokens).toEqual([1, 2, 3, 4, 5]);
    });
  });

  describe('bringForward', () => {
    it('makes a session due earlier, never later', async () => {
      const { store } = fixture();
      const now = await store.now();
      const session = await created(store, {}, { dueAt: now - 100 });
      await store.bringForward(session.id, now);
      expect(await claimed(store)).toMatchObject({ dueAt: now - 100 });
      const later = await created(store, {}, { dueAt: now + 9_000 });
      await store.bringForward(later.id, now - 5);
      expect(await claimed(store)).toMatchObject({ sessionId: later.id, dueAt: now - 5 });
    });

    it('brings back a session that was never due again', async () => {
      const { store, advance } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      await store.finish(await claimed(store), null);
      await store.bringForward(session.id, (await store.now()) + 100);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      await advance(100);
      expect(await store.claimDue(10, 1_000, true)).toHaveLength(1);
    });

    it('does nothing for an unknown session', async () => {
      await expect(fixture().store.bringForward('nobody', 0)).resolves.toBeUndefined();
    });
  });

  describe('a request that comes while a worker holds the session', () => {
    it('does not end the lease', async () => {
      const { store, other } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      await claimed(store);
      await other.receive(notification({ sessionId: session.id }));
      await other.bringForward(session.id, 0);
      expect(await other.claimDue(10, 1_000, true)).toEqual([]);
      expect(await other.claimOne(session.id, 1_000, true)).toBeNull();
    });

    it('is granted after `finish`, whatever the worker set', async () => {
      const { store, other } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      for (const nextAt of [null, Number.MAX_SAFE_INTEGER]) {
        const claim = await claimed(store);
        await other.receive(notification({ sessionId: session.id }));
        expect(await store.finish(claim, nextAt)).toBe(true);
      }
      expect(await store.claimDue(10, 1_000, true)).toHaveLength(1);
    });

    it('survives the worker’s own `dueAt: null`: the notification may tell of a late payment', async () => {
      const { store, other } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      const claim = await claimed(store);
      await other.receive(notification({ sessionId: session.id }));
      const next = { ...session, status: 'failed' as const };
      await store.change({ id: session.id, version: 1, next, events: [event('failed')], dueAt: null });
      await store.finish(claim, null);
      expect(await store.claimDue(10, 1_000, true)).toHaveLength(1);
    });

    it('may be a change’s own `dueAt`: it holds after `finish`, not before', async () => {
      const { store, other } = fixture();
      const now = await store.now();
      const session = await created(store, {}, { dueAt: 0 });
      const claim = await claimed(store);
      const next = { ...session, status: 'open' as const };
      await other.change({ id: session.id, version: 1, next, events: [], dueAt: now - 5 });
      expect(await other.claimDue(10, 1_000, true)).toEqual([]);
      await store.finish(claim, null);
      expect(await claimed(store)).toMatchObject({ sessionId: session.id, dueAt: now - 5 });
    });

    it('yields to an earlier time of the worker', async () => {
      const { store, other } = fixture();
      const now = await store.now();
      const session = await created(store, {}, { dueAt: 0 });
      const claim = await claimed(store);
      await other.bringForward(session.id, now + 60_000);
      await store.finish(claim, now);
      expect(await claimed(store)).toMatchObject({ dueAt: now });
    });

    it('is not granted twice', async () => {
      const { store } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      const first = await claimed(store);
      await store.receive(notification({ sessionId: session.id }));
      await store.finish(first, null);
      await store.finish(await claimed(store), null);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('waits for the end of a dead worker’s lease', async () => {
      const { store, other, advance } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      await claimed(store, 1_000);
      await other.receive(notification({ sessionId: session.id }));
      await advance(1_000);
      expect(await other.finish(await claimed(other), null)).toBe(true);
      // That status call was the one asked for.
      expect(await other.claimDue(10, 1_000, true)).toEqual([]);
    });
  });
}
