import { expect } from '../expect.ts';
import { created, event, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

export function eventCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('events', () => {
    it('come back in order, with the store’s time', async () => {
      const { store, advance } = fixture();
      const session = await created(store, {}, { events: [event('one')] });
      const before = await store.now();
      await advance(1_000);
      await store.addEvents(session.id, [event('two'), event('three')]);
      const events = await store.listEvents(session.id);
      expect(events.map(({ type, sequence, sessionId }) => [type, sequence, sessionId])).toEqual([
        ['one', 1, session.id],
        ['two', 2, session.id],
        ['three', 3, session.id],
      ]);
      expect(events[1]?.at).toBe(before + 1_000);
    });

    it('are empty for an unknown session', async () => {
      expect(await fixture().store.listEvents('nobody')).toEqual([]);
    });

    it('do not change the session’s version', async () => {
      const { store } = fixture();
      const session = await created(store);
      await store.addEvents(session.id, [event('seen')]);
      expect((await store.getSession(session.id))?.version).toBe(1);
    });

    it('are refused for an unknown session, instead of lost', async () => {
      await expect(fixture().store.addEvents('nobody', [event('seen')])).rejects.toMatchObject({
        code: 'invalid_change',
      });
    });

    it('may be none', async () => {
      const { store } = fixture();
      const session = await created(store);
      await store.addEvents(session.id, []);
      expect(await store.listEvents(session.id)).toEqual([]);
    });

    it('may be many at once', async () => {
      const { store } = fixture();
      const session = await created(store);
      const many = Array.from({ length: 900 }, (_, index) => event('many', { index }));
      await store.addEvents(session.id, many);
      await store.addEvents(session.id, [event('next')]);
      const events = await store.listEvents(session.id);
      expect(events.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 901 }, (_, index) => index + 1),
      );
      expect(events.slice(0, 900).map(({ data }) => data.index)).toEqual(many.map((_, index) => index));
    });

    it('keep their numbers gapless under 24 writers', async () => {
      const { store, other } = fixture();
      const session = await created(store);
      await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          (index % 2 ? store : other).addEvents(session.id, [event('a', { index }), event('b', { index })]),
        ),
      );
      const events = await store.listEvents(session.id);
      expect(events.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 48 }, (_, index) => index + 1),
      );
      for (let pair = 0; pair < 48; pair += 2) {
        expect([events[pair]?.type, events[pair + 1]?.type]).toEqual(['a', 'b']);
        expect(events[pair]?.data.index).toBe(events[pair + 1]?.data.index);
      }
    });

    it('of one session stay out of another’s', async () => {
      const { store } = fixture();
      const [a, b] = [await created(store), await created(store)];
      await store.addEvents(a.id, [event('a')]);
      await store.addEvents(b.id, [event('b')]);
      expect(await store.listEvents(a.id)).toMatchObject([{ type: 'a', sequence: 1 }]);
      expect(await store.listEvents(b.id)).toMatchObject([{ type: 'b', sequence: 1 }]);
    });

    it('keep nested data as JSON has it', async () => {
      const { store } = fixture();
      const session = await created(store);
      const data = {
        list: [1, 'two', null, { deep: true }],
        empty: {},
        number: 0.1,
        big: 9_007_199_254_740_991,
      };
      await store.addEvents(session.id, [event('nested', data)]);
      expect((await store.listEvents(session.id))[0]?.data).toEqual(data);
    });
  });
}
