import type { SessionRecord, StoredStatus } from '../../../merchant/store/contract.ts';
import { expect } from '../expect.ts';
import { created, event, type StoreFixture, tally } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

/** Compare-and-set with its events. */
export function changingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('change', () => {
    it('writes every field that may change and raises the version', async () => {
      const { store } = fixture();
      const session = await created(store);
      const next: SessionRecord = {
        ...session,
        status: 'open',
        pspId: 'P-9',
        transactionToken: 't',
        redirectUrl: 'https://pay.example/x',
        redirectExpiresAt: 2_000_000,
        returnedAt: 3_000_000,
        checkedAt: 4_000_000,
        checks: 3,
        paidAt: 5_000_000,
        details: 'notification',
        detailsAttempts: 2,
        sentBackAt: 3_500_000,
        endedAt: 5_500_000,
        pendingToldAt: 4_500_000,
        pendingAttempts: 5,
      };
      expect(await store.change({ id: session.id, version: 1, next, events: [] })).toBe('done');
      expect(await store.getSession(session.id)).toEqual({ value: next, version: 2 });
      const back = { ...session, status: 'failed' as const };
      expect(await store.change({ id: session.id, version: 2, next: back, events: [] })).toBe('done');
      expect(await store.getSession(session.id)).toEqual({ value: back, version: 3 });
    });

    it('answers stale for an old version, and writes nothing', async () => {
      const { store } = fixture();
      const session = await created(store);
      const next = { ...session, status: 'open' as const };
      await store.change({ id: session.id, version: 1, next, events: [] });
      const late = await store.change({
        id: session.id,
        version: 1,
        next: { ...session, status: 'failed' },
        events: [event('failed')],
        claimFulfilment: true,
        dueAt: 0,
      });
      expect(late).toBe('stale');
      expect(await store.getSession(session.id)).toEqual({ value: next, version: 2 });
      expect(await store.listEvents(session.id)).toEqual([]);
      expect(await store.getFulfilment(session.orderReference, true)).toBeNull();
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('answers stale for a version that never was and for an unknown session', async () => {
      const { store } = fixture();
      const session = await created(store);
      expect(await store.change({ id: session.id, version: 9, next: session, events: [] })).toBe('stale');
      expect(await store.change({ id: 'nobody', version: 1, next: session, events: [] })).toBe('stale');
    });

    it('refuses to change what a payment is compared with', async () => {
      const { store } = fixture();
      const session = await created(store);
      for (const fixed of [
        { amount: '0.01' },
        { currency: 'USD' },
        { orderReference: 'x' },
        { uniqueReference: 'x' },
        { test: false },
        { createdAt: 1 },
        { transactionType: 'AUTH' as const },
        { notifySecretHash: 'x' },
        { order: '"another"' },
      ]) {
        const change = { id: session.id, version: 1, next: { ...session, ...fixed }, events: [event('x')] };
        await expect(store.change(change)).rejects.toMatchObject({ code: 'invalid_change' });
      }
      expect(await store.getSession(session.id)).toEqual({ value: session, version: 1 });
      expect(await store.listEvents(session.id)).toEqual([]);
    });

    it('lets one of 32 changes of a version win, and its events alone', async () => {
      const { store, other } = fixture();
      const session = await created(store);
      const results = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          (index % 2 ? store : other).change({
            id: session.id,
            version: 1,
            next: { ...session, checks: index },
            events: [event('checked', { index })],
          }),
        ),
      );
      expect(tally(results)).toEqual(
        new Map([
          ['done', 1],
          ['stale', 31],
        ]),
      );
      const found = await store.getSession(session.id);
      expect(found?.version).toBe(2);
      const events = await store.listEvents(session.id);
      expect(events.map(({ data }) => data.index)).toEqual([found?.value.checks]);
    });

    it('makes changes of many sessions at once, each with its own end', async () => {
      const { store } = fixture();
      const sessions = await Promise.all(Array.from({ length: 30 }, () => created(store)));
      const results = await Promise.all(
        sessions.map((session, index) => {
          const isStale = index % 5 === 1;
          const isForbidden = index % 5 === 2;
          return store
            .change({
              id: session.id,
              version: isStale ? 7 : 1,
              next: {
                ...session,
                status: 'open',
                pspId: `P-${index}`,
                transactionToken: index % 2 === 0 ? null : `t-${index}`,
                redirectExpiresAt: 2_000_000 + index,
                checks: index,
                ...(isForbidden ? { amount: '0.01' } : {}),
              },
              events: Array.from({ length: index % 3 }, (_, nth) => event(`e-${index}-${nth}`)),
            })
            .catch((error: { code: string }) => error.code);
        }),
      );
      for (const [index, session] of sessions.entries()) {
        const expected = ['done', 'stale', 'invalid_change', 'done', 'done'][index % 5];
        expect([index, results[index]]).toEqual([index, expected]);
        const found = await store.getSession(session.id);
        const types = (await store.listEvents(session.id)).map(({ type }) => type);
        if (expected === 'done') {
          expect(found).toMatchObject({
            version: 2,
            value: {
              status: 'open',
              pspId: `P-${index}`,
              transactionToken: index % 2 === 0 ? null : `t-${index}`,
              redirectExpiresAt: 2_000_000 + index,
              checks: index,
            },
          });
          expect(types).toEqual(Array.from({ length: index % 3 }, (_, nth) => `e-${index}-${nth}`));
        } else {
          expect(found).toEqual({ value: session, version: 1 });
          expect(types).toEqual([]);
        }
      }
    });

    it('loses no update of writers that read again when stale', async () => {
      const { store, other } = fixture();
      const session = await created(store);
      const raise = async (instance: typeof store): Promise<void> => {
        for (;;) {
          const found = await instance.getSession(session.id);
          if (found === null) throw new Error('gone');
          const next = { ...found.value, checks: found.value.checks + 1 };
          const change = { id: session.id, version: found.version, next, events: [event('raised')] };
          if ((await instance.change(change)) === 'done') return;
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, index) => raise(index % 2 ? store : other)));
      expect(await store.getSession(session.id)).toMatchObject({ version: 21, value: { checks: 20 } });
      expect((await store.listEvents(session.id)).map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    });

    it('sets the due time when told', async () => {
      const { store } = fixture();
      const session = await created(store);
      const now = await store.now();
      await store.change({ id: session.id, version: 1, next: session, events: [], dueAt: now });
      expect(await store.claimDue(10, 1_000, true)).toMatchObject([{ sessionId: session.id, dueAt: now }]);
    });

    it('takes the session out of the queue for `dueAt: null`', async () => {
      const { store, advance } = fixture();
      const session = await created(store, {}, { dueAt: 0 });
      await store.change({ id: session.id, version: 1, next: session, events: [], dueAt: null });
      await advance(10 * 86_400_000);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
    });

    it('leaves the due time alone when `dueAt` is absent', async () => {
      const { store } = fixture();
      const session = await created(store, {}, { dueAt: 5 });
      await store.change({ id: session.id, version: 1, next: session, events: [] });
      expect(await store.claimDue(10, 1_000, true)).toMatchObject([{ sessionId: session.id, dueAt: 5 }]);
    });

    it('frees the order for a new session when the old one ends', async () => {
      const { store } = fixture();
      const session = await created(store);
      await store.change({ id: session.id, version: 1, next: { ...session, status: 'expired' }, events: [] });
      await created(store, { orderReference: session.orderReference });
    });

    it('refuses to revive a session while another of the order may be paid', async () => {
      const { store } = fixture();
      const dead = await created(store, { status: 'failed' });
      await created(store, { orderReference: dead.orderReference });
      const revived = store.change({
        id: dead.id,
        version: 1,
        next: { ...dead, status: 'pending' },
        events: [event('revived')],
      });
      await expect(revived).rejects.toMatchObject({ code: 'invalid_change' });
      expect(await store.getSession(dead.id)).toEqual({ value: dead, version: 1 });
      expect(await store.listEvents(dead.id)).toEqual([]);
    });

    it('F47 keeps a status of a newer release through a change of something else', async () => {
      const { store } = fixture();
      const session = await created(store, { status: 'authorising' as StoredStatus });
      await store.change({ id: session.id, version: 1, next: { ...session, checks: 1 }, events: [] });
      expect((await store.getSession(session.id))?.value.status).toBe('authorising');
    });
  });
}
