import { describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { expect as expectInSuite } from '../../src/testing/store/expect.ts';
import { type OpenStore, testCheckoutStore } from '../../src/testing/store/testCheckoutStore.ts';

/** Runs the suite by hand. @returns the names of all cases, and of those that failed. */
async function run(spoil: (store: CheckoutStore) => Partial<CheckoutStore>) {
  const cases: { name: string; test: () => Promise<void> }[] = [];
  const path: string[] = [];
  const runner = {
    describe(name: string, define: () => void) {
      path.push(name);
      define();
      path.pop();
    },
    it: (name: string, test: () => Promise<void>) =>
      void cases.push({ name: [...path.slice(1), name].join(' › '), test }),
  };
  let open = 0;
  testCheckoutStore(
    (): OpenStore => {
      let now = 1_700_000_000_000;
      open++;
      const store = memoryStore({ now: () => now });
      return {
        store: { ...store, ...spoil(store) },
        advance: async (ms) => {
          now += ms;
        },
        async close() {
          open--;
          await store.close();
        },
      };
    },
    { runner },
  );
  const failed: string[] = [];
  for (const { name, test } of cases) await test().catch(() => failed.push(name));
  expect(open).toBe(0);
  return { cases: cases.map(({ name }) => name), failed };
}

describe('testCheckoutStore', () => {
  it('finds nothing wrong with a good store', async () => {
    const { cases, failed } = await run(() => ({}));
    expect(cases.length).toBeGreaterThan(150);
    expect(new Set(cases).size).toBe(cases.length);
    expect(failed).toEqual([]);
  });

  it.each<[string, (store: CheckoutStore) => Partial<CheckoutStore>, RegExp]>([
    [
      'writes over what has changed since',
      (store) => ({
        change: async (change) => {
          const found = await store.getSession(change.id);
          return store.change({ ...change, version: found?.version ?? change.version });
        },
      }),
      /^change › answers stale for an old version/,
    ],
    [
      'forgets events',
      (store) => ({ createSession: (session, _, dueAt) => store.createSession(session, [], dueAt) }),
      /^createSession › stores the first events/,
    ],
    [
      'limits nothing',
      () => ({ take: async () => ({ allowed: true, retryAfterMs: 0 }) }),
      /^take › allows `limit`/,
    ],
    [
      'hands due sessions to everybody',
      (store) => ({ claimOne: async (id, leaseMs, test) => store.claimOne(id, leaseMs, !test) }),
      /^claimOne/,
    ],
    [
      'mixes test and live',
      (store) => ({ getFulfilment: (order) => store.getFulfilment(order, true) }),
      /^T60 test and live/,
    ],
    ['tells the time of its own', () => ({ now: async () => 0.5 }), /^its clock › tells whole milliseconds/],
  ])('finds by its cases a store that %s', async (_, spoil, expected) => {
    const { failed } = await run(spoil);
    expect(failed).toContainEqual(expect.stringMatching(expected));
  });

  it('says what to do where a runner has no globals', () => {
    expect(() => testCheckoutStore(() => Promise.reject(new Error('not opened')))).toThrow(
      /Pass your runner's own: .*import \{ describe, it \} from 'vitest' or 'node:test'/,
    );
  });
});

describe('its expectations', () => {
  const alike: [unknown, unknown][] = [
    [{ a: 1, b: undefined }, { a: 1 }],
    [Object.assign(Object.create(null), { a: [1, { b: null }] }), { a: [1, { b: null }] }],
    [
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      new Map([
        ['b', 2],
        ['a', 1],
      ]),
    ],
    [JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
    [Number.NaN, Number.NaN],
  ];
  const different: [unknown, unknown][] = [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [[1, 2], [1]],
    [{ 0: 1 }, [1]],
    [[1], { 0: 1 }],
    [null, {}],
    ['1', 1],
    [new Map([['a', 1]]), new Map([['a', 2]])],
    [JSON.parse('{"__proto__":{"a":1}}'), {}],
  ];
  it.each(alike)('%j equals %j', (actual, expected) => {
    expectInSuite(actual).toEqual(expected);
    expectInSuite(actual).toMatchObject(expected);
  });
  it.each(different)('%j does not equal %j', (actual, expected) => {
    expect(() => expectInSuite(actual).toEqual(expected)).toThrow(/^Expected something equal to/);
  });
  it('match objects that have more', () => {
    expectInSuite([{ a: 1, b: { c: 2, d: 3 } }]).toMatchObject([{ b: { c: 2 } }]);
    expect(() => expectInSuite([{}, {}]).toMatchObject([{}])).toThrow();
    expect(() => expectInSuite({ a: 1 }).toMatchObject({ b: undefined, a: 2 })).toThrow();
  });
  it('wait for rejections', async () => {
    await expectInSuite(Promise.reject(Object.assign(new Error('x'), { code: 'y' }))).rejects.toMatchObject({
      code: 'y',
    });
    await expect(expectInSuite(Promise.resolve(1)).rejects.toMatchObject({})).rejects.toThrow(/a rejection/);
  });
});
