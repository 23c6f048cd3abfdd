import type { StoredStatus } from '../../../merchant/store/contract.ts';
import { expect } from '../expect.ts';
import { created, event, paid, record, type StoreFixture, tally } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

/** One live session an order, one reference a session. */
export function creatingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('createSession', () => {
    it('keeps every field of the record', async () => {
      const { store } = fixture();
      const session = await created(store, {
        status: 'open',
        amount: '12345678901234567890.123',
        currency: 'BHD',
        transactionType: 'AUTH',
        test: false,
        pspId: 'P-1',
        transactionToken: 'redirect-name',
        redirectUrl: 'https://pay.example/a?b=c&d=%20',
        redirectExpiresAt: 1_763_733_000_123,
        returnedAt: 1_763_733_000_456,
        checkedAt: 1_763_733_000_789,
        checks: 7,
        order: '{"id":"basket-7","lines":[1,"€","\\u0000"]}',
        paidAt: 1_763_733_000_790,
        details: 'status',
        detailsAttempts: 4,
        sentBackAt: 1_763_733_000_567,
        endedAt: 1_763_733_000_791,
        pendingToldAt: 1_763_733_000_678,
        pendingAttempts: 6,
      });
      expect(await store.getSession(session.id)).toEqual({ value: session, version: 1 });
    });

    it('keeps absent fields as null', async () => {
      const { store } = fixture();
      const session = await created(store);
      expect((await store.getSession(session.id))?.value).toEqual(session);
    });

    it('stores the first events with it, numbered from 1', async () => {
      const { store } = fixture();
      const session = await created(
        store,
        {},
        { events: [event('created'), event('priced', { total: '1' })] },
      );
      const events = await store.listEvents(session.id);
      expect(events.map(({ sequence, type }) => [sequence, type])).toEqual([
        [1, 'created'],
        [2, 'priced'],
      ]);
    });

    it('stores the due time with it', async () => {
      const { store } = fixture();
      const session = await created(store, {}, { dueAt: await store.now() });
      expect((await store.claimDue(10, 1_000, true)).map(({ sessionId }) => sessionId)).toEqual([session.id]);
    });

    for (const status of ['creating', 'open', 'pending'] as const) {
      it(`answers live while a session of the order is ${status}`, async () => {
        const { store } = fixture();
        const first = await created(store, { status });
        const second = record({ orderReference: first.orderReference });
        expect(await store.createSession(second, [], 0)).toEqual({
          kind: 'live',
          session: { value: first, version: 1 },
        });
        expect(await store.getSession(second.id)).toBeNull();
      });
    }

    for (const status of ['completed', 'failed', 'expired', 'unresolved'] as const) {
      it(`allows a new session after one that is ${status}`, async () => {
        const { store } = fixture();
        const first = await created(store, { status });
        await created(store, { orderReference: first.orderReference });
        expect(await store.findSessions({ orderReference: first.orderReference, test: true })).toHaveLength(
          2,
        );
      });
    }

    it('F47 lets a status of a newer release hold the order', async () => {
      const { store } = fixture();
      const first = await created(store, { status: 'authorising' as StoredStatus });
      const result = await store.createSession(record({ orderReference: first.orderReference }), [], 0);
      expect(result.kind).toBe('live');
    });

    it('answers paid once the order’s fulfilment is claimed', async () => {
      const { store } = fixture();
      const first = await paid(store);
      const second = record({ orderReference: first.orderReference });
      expect(await store.createSession(second, [], 0)).toEqual({ kind: 'paid', sessionId: first.id });
      expect(await store.getSession(second.id)).toBeNull();
    });

    it('answers paid rather than live when both hold', async () => {
      const { store } = fixture();
      const first = await created(store, { status: 'failed' });
      await created(store, { orderReference: first.orderReference });
      const late = { ...first, status: 'completed' as const };
      await store.change({ id: first.id, version: 1, next: late, events: [], claimFulfilment: true });
      const result = await store.createSession(record({ orderReference: first.orderReference }), [], 0);
      expect(result).toEqual({ kind: 'paid', sessionId: first.id });
    });

    for (const status of ['failed', 'expired', 'unresolved', 'completed'] as const) {
      it(`answers live for one that is ${status} and that the caller did not know`, async () => {
        const { store } = fixture();
        const known = await created(store, { status: 'failed' });
        const { orderReference } = known;
        const unknown = await created(store, { orderReference, status });
        for (const ids of [[], [known.id]]) {
          expect(await store.createSession(record({ orderReference }), [], 0, ids)).toMatchObject({
            kind: 'live',
            session: { value: { orderReference } },
          });
        }
        const result = await store.createSession(record({ orderReference }), [], 0, [known.id, unknown.id]);
        expect(result).toEqual({ kind: 'created' });
      });
    }

    it('answers live for one that is live, known or not', async () => {
      const { store } = fixture();
      const live = await created(store);
      const { orderReference } = live;
      const result = await store.createSession(record({ orderReference }), [], 0, [live.id]);
      expect(result).toEqual({ kind: 'live', session: { value: live, version: 1 } });
    });

    it('creates the first of an order that nobody knows a session of', async () => {
      const { store } = fixture();
      await created(store);
      expect(await store.createSession(record(), [], 0, [])).toEqual({ kind: 'created' });
    });

    it('answers duplicate for an id in use', async () => {
      const { store } = fixture();
      const first = await created(store);
      expect(await store.createSession(record({ id: first.id }), [], 0)).toEqual({ kind: 'duplicate' });
      expect((await store.getSession(first.id))?.value).toEqual(first);
    });

    it('answers duplicate for a unique reference in use, also of a dead session', async () => {
      const { store } = fixture();
      const first = await created(store, { status: 'expired' });
      const second = record({ uniqueReference: first.uniqueReference });
      expect(await store.createSession(second, [], 0)).toEqual({ kind: 'duplicate' });
    });

    it('leaves nothing behind when it refuses', async () => {
      const { store } = fixture();
      const first = await created(store);
      const second = record({ orderReference: first.orderReference });
      await store.createSession(second, [event('created')], 0);
      expect(await store.listEvents(second.id)).toEqual([]);
      expect(await store.claimDue(10, 1_000, true)).toEqual([]);
      expect(await store.claimOne(second.id, 1_000, true)).toBeNull();
    });

    it('takes references apart by case', async () => {
      const { store } = fixture();
      await created(store, { orderReference: 'Order', uniqueReference: 'ref' });
      await created(store, { orderReference: 'order', uniqueReference: 'REF' });
      expect(await store.findSessions({ orderReference: 'order', test: true })).toHaveLength(1);
    });

    it('lets one of 32 win an order', async () => {
      const { store, other } = fixture();
      const sessions = Array.from({ length: 32 }, () => record({ orderReference: 'raced' }));
      const results = await Promise.all(
        sessions.map((session, index) =>
          (index % 2 ? store : other).createSession(session, [event('created')], 0),
        ),
      );
      expect(tally(results.map(({ kind }) => kind))).toEqual(
        new Map([
          ['created', 1],
          ['live', 31],
        ]),
      );
      const [winner, ...rest] = await store.findSessions({ orderReference: 'raced', test: true });
      expect(rest).toEqual([]);
      for (const result of results) {
        if (result.kind === 'live') expect(result.session.value.id).toBe(winner?.value.id);
      }
    });

    it('lets one of 16 win a unique reference', async () => {
      const { store, other } = fixture();
      const results = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          (index % 2 ? store : other).createSession(record({ uniqueReference: 'raced' }), [], 0),
        ),
      );
      expect(tally(results.map(({ kind }) => kind)).get('created')).toBe(1);
      expect(await store.findSessions({ uniqueReference: 'raced' })).toHaveLength(1);
    });

    it('never creates a session for an order whose live session is being paid', async () => {
      const { store, other } = fixture();
      for (let round = 0; round < 20; round++) {
        const first = await created(store);
        const next = { ...first, status: 'completed' as const };
        const [, result] = await Promise.all([
          store.change({ id: first.id, version: 1, next, events: [], claimFulfilment: true }),
          other.createSession(record({ orderReference: first.orderReference }), [], 0),
        ]);
        expect(['live', 'paid']).toContain(result.kind);
        expect(await store.findSessions({ orderReference: first.orderReference, test: true })).toHaveLength(
          1,
        );
      }
    });
  });
}
