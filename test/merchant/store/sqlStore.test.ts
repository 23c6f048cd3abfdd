import { createRequire } from 'node:module';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import { take } from '../../../src/merchant/store/sql/buckets.ts';
import type { Row, SqlDriver, Statement, Write } from '../../../src/merchant/store/sql/driver.ts';
import { claimDue } from '../../../src/merchant/store/sql/due.ts';
import { APPLIED } from '../../../src/merchant/store/sql/migrate.ts';
import { MIGRATIONS } from '../../../src/merchant/store/sql/migrations.ts';
import { purge } from '../../../src/merchant/store/sql/purge.ts';
import { sqlStore } from '../../../src/merchant/store/sql/store.ts';
import { sqliteDriver } from '../../../src/merchant/store/sqlite/driver.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { created, notification, paid, record } from '../../../src/testing/store/fixture.ts';
import { forEachOperation } from '../../support/store/operations.ts';

/*
 * What the SQL store hands to a driver, and what it makes of answers that no engine gives on demand: a write that finds something in
 * the way which is gone a moment later, rows in another order.
 */

const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;

let store: CheckoutStore;
let time: number;
/** What was handed over. */
let reads: Statement[];
let writes: Write[];
/** So many of the next writes find that they may not be done. */
let refusals: number;
/** Before a read. */
let meanwhile: () => void;

beforeEach(async () => {
  time = 1_700_000_000_000;
  [reads, writes, refusals, meanwhile] = [[], [], 0, () => {}];
  const driver = sqliteDriver({
    open: async () => new Libsql(':memory:'),
    owned: true,
    now: () => time,
    timeoutMs: 1_000,
  });
  store = sqlStore({
    ...driver,
    read(statement) {
      reads.push(statement);
      meanwhile();
      return driver.read(statement);
    },
    async write(write) {
      writes.push(write);
      return refusals-- > 0 ? [] : driver.write(write);
    },
  });
  // Not the store's: it waits for all calls, and one that is lost would have the test hang.
  onTestFinished(() => driver.close());
  await store.ready();
});

const sent = (): readonly Statement[] => [
  ...reads,
  ...writes.flatMap(({ decide, writes: more = [], answer }) => [
    decide,
    ...more,
    ...(answer ? [answer] : []),
  ]),
];
function forget(): void {
  [reads, writes, refusals] = [[], [], 0];
}

describe('a statement', () => {
  it('has a value for each placeholder and no more, and no empty list, which PostgreSQL and MySQL refuse', async () => {
    await forEachOperation(store, (_, run) => run().then(() => {}));
    const order = { orderReference: 'lists', test: true };
    await store.admit(order, [], 1_000);
    await store.createSession(record(order), [], 0, []);
    await store.listSessions({ statuses: [], limit: 9 });
    await store.listUnfinished('due', { test: true, lastOf: [], limit: 9 });
    await store.countRevocations([]);
    await store.listNotifications(null, 9);
    await store.purge(0);
    for (const { sql, values } of sent()) {
      // `{arrays}` is the place of a value, too.
      expect(values, sql).toHaveLength(sql.match(/\?|\{arrays\}/g)?.length ?? 0);
      expect(sql).not.toMatch(/\(\s*\)/);
    }
  });

  it('is not kept planned where its text or best plan depends on its values', async () => {
    const varying = async (run: () => Promise<unknown>) => {
      forget();
      await run();
      return sent().filter(({ varies }) => varies === true).length;
    };
    await store.take('full', 1, 60_000);
    expect(await varying(() => store.take('full', 1, 60_000)), 'the buckets').toBe(1);
    expect(await varying(() => store.receive(notification({ sessionId: 'a' }))), 'insert and wake').toBe(2);
    expect(await varying(() => store.listSessions({ statuses: ['open'], limit: 1 }))).toBe(1);
    expect(await varying(() => store.listUnfinished('due', { test: true, lastOf: [], limit: 1 }))).toBe(1);
    expect(await varying(() => store.listOrphans({ limit: 1 }))).toBe(1);
    expect(await varying(() => store.countRevocations(['a']))).toBe(1);
    expect(await varying(() => store.purge(0)), 'sessions, and notifications of two kinds').toBe(3);
    for (const [known, count] of [
      [undefined, 0],
      [[], 0],
      [['a'], 0],
      [['a', 'b'], 1],
    ] as const) {
      expect(await varying(() => store.createSession(record(), [], 0, known))).toBe(count);
    }
  });
});

describe('a batch of notifications', () => {
  const digests = ['c', 'a', 'd', 'b'];

  it('takes its rows in the order of their keys, so that two cannot deadlock, and wakes whom it names', async () => {
    const sessionIds = ['3', '1', null, '2'];
    await Promise.all(
      digests.map((digest, index) =>
        store.receive(notification({ digest, sessionId: sessionIds[index] ?? null })),
      ),
    );
    const [write, ...others] = writes;
    expect(others).toEqual([]);
    expect(write?.decide.values.filter((value) => digests.includes(String(value)))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(write?.writes?.map(({ values }) => values)).toEqual([['1', '2', '3']]);
  });

  it('wakes nobody where none names a session', async () => {
    await store.receive(notification());
    expect(writes).toMatchObject([{ writes: [] }]);
  });

  it('takes its rows in that order with secrets, too', async () => {
    const secret = { sessionId: 's', secretHash: 'h', test: true };
    await Promise.all(digests.map((digest) => store.receiveFor({ ...notification({ digest }), ...secret })));
    const [write] = writes;
    const arrays = JSON.parse(String(write?.decide.values[0])) as [digest: string][];
    expect(arrays.map(([digest]) => digest)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each(['digest', 'sessionId', 'secretHash'])(
    'refuses one whose %s no engine could store, and it alone',
    async (field) => {
      const secretHash = 'cd'.repeat(32);
      const { id } = await created(store, { notifySecretHash: secretHash });
      const right = { ...notification(), sessionId: id, secretHash, test: true };
      const [refused, stored] = await Promise.allSettled([
        store.receiveFor({ ...right, digest: notification().digest, [field]: 'a\0b' }),
        store.receiveFor(right),
      ]);
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'invalid_change' } });
      expect(stored).toMatchObject({ status: 'fulfilled', value: { kind: 'new' } });
    },
  );
});

describe('what stood in the way and has ended meanwhile', () => {
  it('lets the session be created', async () => {
    const session = record();
    refusals = 2;
    expect(await store.createSession(session, [], 0)).toEqual({ kind: 'created' });
    expect((await store.getSession(session.id))?.value).toEqual(session);
  });

  it('is looked at three times: then the caller may try again, and nothing is created', async () => {
    const session = record();
    refusals = 3;
    await expect(store.createSession(session, [], 0)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(`order ${session.orderReference} kept coming and going. Try again.`),
    });
    expect(await store.getSession(session.id)).toBeNull();
  });

  it('lets a payment claim its order’s fulfilment', async () => {
    const session = await created(store);
    const next = { ...session, status: 'completed' as const };
    refusals = 2;
    const change = { id: session.id, version: 1, next, events: [], claimFulfilment: true };
    expect(await store.change(change)).toBe('done');
    expect(await store.getFulfilment(session.orderReference, true)).toMatchObject({ sessionId: session.id });
  });

  it('lets the session change that has the fulfilment', async () => {
    const next = await paid(store);
    refusals = 1;
    const change = { id: next.id, version: 2, next, events: [], claimFulfilment: true };
    expect(await store.change(change)).toBe('done');
  });

  it('lets a session change that does not claim the fulfilment, which is another’s', async () => {
    const next = await created(store, { orderReference: 'o', status: 'failed' });
    await paid(store, { orderReference: 'o' });
    refusals = 1;
    expect(await store.change({ id: next.id, version: 1, next, events: [] })).toBe('done');
    refusals = 1;
    const claim = { id: next.id, version: 2, next, events: [], claimFulfilment: true };
    expect(await store.change(claim)).toBe('fulfilment_taken');
  });

  it('is looked at three times: then the caller may try again, and nothing is changed', async () => {
    const session = await created(store);
    refusals = 3;
    const change = { id: session.id, version: 1, next: { ...session, checks: 1 }, events: [] };
    await expect(store.change(change)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: `Session ${session.id} could not be changed. Try again.`,
    });
    expect(await store.getSession(session.id)).toEqual({ value: session, version: 1 });
  });

  const LIMIT = [{ name: 'b', limit: 1 }];
  it.each<[string, () => Promise<unknown>, unknown]>([
    ['take', () => store.take('b', 1, 1_000), { allowed: true, retryAfterMs: 0 }],
    [
      'admit',
      () => store.admit({ orderReference: 'o', test: true }, LIMIT, 1_000),
      { kind: 'admitted', sessions: [] },
    ],
  ])('lets a limit be taken from that has opened, and counts it: %s', async (_, run, taken) => {
    await store.take('b', 1, 1_000);
    meanwhile = () => {
      time += 1_000;
    };
    expect(await run()).toMatchObject(taken as object);
    meanwhile = () => {};
    expect((await store.take('b', 1, 1_000)).allowed).toBe(false);
  });
});

describe('a second time', () => {
  it('the holder is read, and not written', async () => {
    await store.claimFor?.('a', true);
    await store.claimFor?.('b', false);
    // What another release has written is read by these names.
    expect(writes.map(({ decide }) => decide.values)).toEqual([
      ['test', 'a'],
      ['live', 'b'],
    ]);
    forget();
    expect(await store.claimFor?.('c', true)).toBe('a');
    expect(writes).toEqual([]);
  });

  it('a fulfilment that was completed is not looked at', async () => {
    const { orderReference } = await paid(store);
    forget();
    await store.completeFulfilment(orderReference, true, []);
    expect(reads).toEqual([]);
  });
});

/** A driver of which only these may be called. */
const only = (driver: Partial<SqlDriver>): SqlDriver => ({
  open: async () => {},
  read: () => expect.unreachable(),
  write: () => expect.unreachable(),
  migrate: () => expect.unreachable(),
  close: async () => {},
  mysql: null,
  ...driver,
});

describe('rows in any order', () => {
  it('of a bucket say when its oldest time leaves', async () => {
    const row = { bucket: 'b', times: '[3000,1000,2000]', now: 3_500 };
    const driver = only({ read: async () => [row], write: async () => [] });
    expect(await take(driver, 'b', 3, 10_000)).toEqual({ allowed: false, retryAfterMs: 7_500 });
  });

  it('of the queue are worked on as they became due', async () => {
    const rows: Row[] = [30, 10, 40, 20].map((due_at) => ({ session_id: `${due_at}`, fence: 1, due_at }));
    const claims = await claimDue(only({ write: async () => rows }), 9, 1_000, true);
    expect(claims.map(({ dueAt }) => dueAt)).toEqual([10, 20, 30, 40]);
  });
});

it('a purge deletes no more than it is told, however many batches that takes', async () => {
  const sizes: unknown[] = [];
  const driver = only({
    async write({ decide: { sql, values } }) {
      if (!/FROM hpp_sessions WHERE/.test(sql)) return [];
      sizes.push(values[1]);
      return Array.from({ length: Number(values[1]) }, () => ({ notifications: 0 }));
    },
  });
  expect(await purge(driver, 1, { limit: 450 })).toEqual({ sessions: 450, notifications: 0 });
  expect(sizes).toEqual([200, 200, 50]);
});

describe('close', () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const applied: Row[] = MIGRATIONS.map(({ version, worksFrom }) => ({ version, works_from: worksFrom }));
  const reading = (read: () => Promise<readonly Row[]>, close: () => Promise<void> = async () => {}) =>
    sqlStore(only({ read: async ({ sql }) => (sql === APPLIED ? applied : read()), close }));

  it('waits for what is under way, and then closes the driver', async () => {
    const done: string[] = [];
    let answer = () => {};
    const slow = reading(
      () =>
        new Promise((resolve) => {
          answer = () => {
            done.push('answered');
            resolve([]);
          };
        }),
      async () => void done.push('closed'),
    );
    const found = slow.getSession('a');
    await turn();
    const closing = slow.close();
    await turn();
    expect(done).toEqual([]);
    answer();
    await closing;
    expect(done).toEqual(['answered', 'closed']);
    expect(await found).toBeNull();
  });

  it('waits for nothing that is over: a server that runs for months keeps none of its calls', async () => {
    const waiting = vi.spyOn(Promise, 'allSettled');
    onTestFinished(() => waiting.mockRestore());
    let calls = 0;
    const quick = reading(async () => {
      if (calls++ > 0) throw new Error('gone');
      return [];
    });
    await quick.getSession('a');
    await expect(quick.getSession('a')).rejects.toThrow('gone');
    await turn();
    await quick.close();
    expect(waiting.mock.calls.map(([promises]) => [...promises])).toEqual([[]]);
  });
});
