import { expect } from '../expect.ts';
import { created, event, notification, type StoreFixture } from '../fixture.ts';
import type { TestRunner } from '../runner.ts';

const TEXTS = {
  accents: 'Ænima — naïve café',
  'composed and decomposed': 'é e\u0301',
  emoji: '👩‍👩‍👧‍👦🇪🇺',
  'right to left': 'שלום \u202eabc',
  'SQL words': `'); DROP TABLE hpp_sessions; -- "`,
  placeholders: '? $1 {now} {for update} %s :name',
  'control characters': 'a\r\n\t\u0001\u007f\u2028b',
  backslashes: '\\0 \\u0000 \\\\',
  empty: '',
  spaces: '  a  ',
};

/** What goes in comes out: texts, sizes, numbers. */
export function keepingCases({ describe, it }: TestRunner, fixture: () => StoreFixture): void {
  describe('keeps', () => {
    for (const [name, text] of Object.entries(TEXTS)) {
      it(name, async () => {
        const { store } = fixture();
        const session = await created(store, { orderReference: text, pspId: text, redirectUrl: text });
        await store.addEvents(session.id, [event(text, { [text]: text })]);
        await store.receive(notification({ sessionId: session.id, body: { [text]: [text] } }));
        await store.take(text, 1, 1_000);
        expect((await store.getSession(session.id))?.value).toEqual(session);
        expect(await store.findSessions({ orderReference: text, test: true })).toHaveLength(1);
        expect(await store.listEvents(session.id)).toMatchObject([{ type: text, data: { [text]: text } }]);
        expect((await store.listNotifications(session.id, 1))[0]?.body).toEqual({ [text]: [text] });
      });
    }

    it('references that differ only in composition apart', async () => {
      const { store } = fixture();
      await created(store, { orderReference: 'é' });
      await created(store, { orderReference: 'e\u0301' });
      expect(await store.findSessions({ orderReference: 'é', test: true })).toHaveLength(1);
    });

    it('characters inside JSON that no column takes', async () => {
      const { store } = fixture();
      const session = await created(store);
      const data = { nul: 'a\0b', lone: '\ud800' };
      await store.addEvents(session.id, [event('odd', data)]);
      await store.receive(notification({ sessionId: session.id, body: data }));
      expect((await store.listEvents(session.id))[0]?.data).toEqual(data);
      expect((await store.listNotifications(session.id, 1))[0]?.body).toEqual(data);
    });

    for (const reference of ['a\0b', '\ud800']) {
      it(`no reference it would give back changed (${JSON.stringify(reference)}), and finds none`, async () => {
        const { store } = fixture();
        expect(await store.getSession(reference)).toBeNull();
        expect(await store.findSessions({ uniqueReference: reference })).toEqual([]);
        expect(await store.findSessions({ orderReference: reference, test: true })).toEqual([]);
        try {
          await created(store, { uniqueReference: reference });
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_change' });
          return;
        }
        expect(await store.findSessions({ uniqueReference: reference })).toHaveLength(1);
      });
    }

    it('a notification body of 64 kB and an event of 256 kB', async () => {
      const { store } = fixture();
      const session = await created(store);
      const body = { text: 'ä'.repeat(32_000) };
      const data = { lines: Array.from({ length: 4_000 }, (_, index) => `line ${index} ${'x'.repeat(50)}`) };
      await store.receive(notification({ sessionId: session.id, body }));
      await store.addEvents(session.id, [event('big', data)]);
      expect((await store.listNotifications(session.id, 1))[0]?.body).toEqual(body);
      expect((await store.listEvents(session.id))[0]?.data).toEqual(data);
    });

    it('a key named __proto__ as data, not as a prototype (L14)', async () => {
      const { store } = fixture();
      const session = await created(store);
      const body = JSON.parse('{"__proto__":{"paid":true},"constructor":1}');
      await store.receive(notification({ sessionId: session.id, body }));
      const found = (await store.listNotifications(session.id, 1))[0]?.body ?? {};
      expect(Object.keys(found)).toEqual(['__proto__', 'constructor']);
      expect((found as { paid?: boolean }).paid).toBeUndefined();
    });

    it('times past 2038 and amounts beyond any number', async () => {
      const { store } = fixture();
      const session = await created(store, {
        createdAt: 4_102_444_800_000,
        redirectExpiresAt: 8_640_000_000_000_000,
        amount: '999999999999999999.99',
      });
      expect((await store.getSession(session.id))?.value).toEqual(session);
    });
  });

  describe('its clock', () => {
    it('tells whole milliseconds and moves on', async () => {
      const { store, advance } = fixture();
      const before = await store.now();
      expect(Number.isSafeInteger(before)).toBe(true);
      await advance(1_234);
      expect(await store.now()).toBe(before + 1_234);
    });

    it('is the same for every instance', async () => {
      const { store, other } = fixture();
      expect(await other.now()).toBe(await store.now());
    });
  });

  describe('ready', () => {
    it('may be called again, by several at once', async () => {
      const { store, other } = fixture();
      const session = await created(store);
      await Promise.all([store.ready(), other.ready(), store.ready()]);
      expect(await store.getSession(session.id)).not.toBeNull();
    });
  });
}
