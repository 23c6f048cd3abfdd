import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { created, event, notification, record } from '../../../src/testing/store/fixture.ts';

const Libsql = createRequire(import.meta.url)('libsql') as new (path: string) => SqliteDatabase;

let folder: string;
let closers: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hpp-sqlite-'));
});
afterEach(async () => {
  for (const close of closers) await close();
  closers = [];
  rmSync(folder, { recursive: true, force: true });
});

function open(path: string, timeoutMs = 5_000) {
  const store = sqliteStore(path, { timeoutMs });
  closers.push(() => store.close());
  return store;
}

function openHandle(path: string): SqliteDatabase {
  const database = new Libsql(path);
  closers.push(() => database.close());
  return database;
}

describe('the file', () => {
  it('is made with its missing folders', async () => {
    const path = join(folder, 'a', 'b', 'checkout.db');
    await open(path).ready();
    expect(existsSync(path)).toBe(true);
  });

  it('is not touched before ready()', () => {
    const path = join(folder, 'a', 'checkout.db');
    open(path);
    expect(existsSync(join(folder, 'a'))).toBe(false);
  });

  it('is opened by the first use when ready() was forgotten', async () => {
    expect(await open(join(folder, 'checkout.db')).getSession('nobody')).toBeNull();
  });

  it('keeps everything when it is closed and opened again', async () => {
    const path = join(folder, 'checkout.db');
    const first = open(path);
    const session = await created(first, {}, { events: [event('created')] });
    await first.receive(notification({ sessionId: session.id }));
    await first.close();
    const second = open(path);
    expect((await second.getSession(session.id))?.value).toEqual(session);
    expect(await second.listNotifications(session.id, 9)).toHaveLength(1);
    expect(await second.claimDue(9, 1_000, true)).toHaveLength(1);
  });

  it('says so when its folder cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    const ready = open(join(folder, 'file', 'checkout.db')).ready();
    await expect(ready).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(join(folder, 'file', 'checkout.db')),
    });
  });

  it('says so when it is not a database', async () => {
    const path = join(folder, 'checkout.db');
    writeFileSync(path, 'x'.repeat(10_000));
    await expect(open(path).ready()).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  it('cannot be used after close()', async () => {
    const store = open(join(folder, 'checkout.db'));
    await store.ready();
    await store.close();
    await store.close();
    await expect(store.getSession('x')).rejects.toMatchObject({ code: 'config_invalid' });
    await expect(store.receive(notification())).rejects.toMatchObject({ code: 'config_invalid' });
  });

  it('is written by `close` before it resolves', async () => {
    const path = join(folder, 'checkout.db');
    const store = open(path);
    await store.ready();
    const arrived = Array.from({ length: 300 }, () => notification());
    const received = Promise.all(arrived.map((each) => store.receive(each)));
    await store.close();
    expect((await received).every((result) => result === 'new')).toBe(true);
    expect(await open(path).listNotifications(null, 1_000)).toHaveLength(300);
  });
});

describe('an open database', () => {
  it('is used, set to durable writes, and left open', async () => {
    const database = openHandle(join(folder, 'shop.db'));
    const store = sqliteStore(database);
    const session = await created(store);
    await store.close();
    const value = (pragma: string) =>
      Object.values(database.prepare(`PRAGMA ${pragma}`).all()[0] as object)[0];
    expect(value('journal_mode')).toBe('wal');
    expect(value('synchronous')).toBe(2);
    expect(value('foreign_keys')).toBe(1);
    expect(database.prepare('SELECT id FROM hpp_sessions').all()).toEqual([{ id: session.id }]);
  });

  it('that the shop holds in a transaction of its own gets a clear error, and the shop’s work stays', async () => {
    const database = openHandle(join(folder, 'shop.db'));
    const store = sqliteStore(database);
    await store.ready();
    database.exec('CREATE TABLE shop (a)');
    database.exec('BEGIN; INSERT INTO shop VALUES (1)');
    await expect(store.receive(notification())).rejects.toMatchObject({ code: 'store_unavailable' });
    database.exec('COMMIT');
    expect(database.prepare('SELECT a FROM shop').all()).toEqual([{ a: 1 }]);
    expect(await store.receive(notification())).toBe('new');
  });
});

describe('writes that share a commit', () => {
  it('stand or fall each alone', async () => {
    const store = open(join(folder, 'checkout.db'));
    const session = await created(store);
    const results = await Promise.allSettled([
      store.addEvents(session.id, [event('before')]),
      store.change({
        id: session.id,
        version: 1,
        next: { ...session, amount: '0.01' },
        events: [event('lost')],
      }),
      store.addEvents('nobody', [event('lost')]),
      store.createSession(record({ orderReference: session.orderReference }), [event('lost')], 0),
      store.addEvents(session.id, [event('after')]),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect((await store.listEvents(session.id)).map(({ type }) => type)).toEqual(['before', 'after']);
  });

  it('are answered in the order they came', async () => {
    const store = open(join(folder, 'checkout.db'));
    const session = await created(store);
    const answered: number[] = [];
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        await store.addEvents(session.id, [event('e', { index })]);
        answered.push(index);
      }),
    );
    const order = Array.from({ length: 300 }, (_, index) => index);
    expect(answered).toEqual(order);
    expect((await store.listEvents(session.id)).map(({ data }) => data.index)).toEqual(order);
  });
});

describe('another process that writes', () => {
  it('F42 is waited for, without blocking this one', async () => {
    const path = join(folder, 'checkout.db');
    const store = open(path);
    await store.ready();
    const other = openHandle(path);
    other.exec('BEGIN IMMEDIATE');
    const received = store.receive(notification());
    let ticks = 0;
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (++ticks < 5) return;
        clearInterval(timer);
        resolve();
      }, 5);
    });
    expect(await store.listNotifications(null, 9)).toEqual([]);
    other.exec('COMMIT');
    expect(await received).toBe('new');
  });

  it('F42 that never ends makes a write fail in bounded time, and nothing is stored', async () => {
    const path = join(folder, 'checkout.db');
    const store = open(path, 200);
    await store.ready();
    const other = openHandle(path);
    other.exec('BEGIN IMMEDIATE');
    const began = performance.now();
    await expect(store.receive(notification())).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(performance.now() - began).toBeLessThan(15_000);
    other.exec('COMMIT');
    expect(await store.listNotifications(null, 9)).toEqual([]);
    expect(await store.receive(notification())).toBe('new');
  });
});

describe('a full disk', () => {
  it('F42 refuses the write that does not fit, keeps what was acknowledged, and goes on when there is room', async () => {
    const database = openHandle(join(folder, 'checkout.db'));
    const store = sqliteStore(database);
    await store.ready();
    const limit = (pages: number) => database.prepare(`PRAGMA max_page_count = ${pages}`).all();
    const [{ page_count: pages }] = database.prepare('PRAGMA page_count').all() as [{ page_count: number }];
    limit(pages + 20);
    const acknowledged: string[] = [];
    let refused = 0;
    for (let index = 0; index < 60; index++) {
      const arrived = notification({ body: { text: 'x'.repeat(2_000) } });
      await store.receive(arrived).then(
        () => acknowledged.push(arrived.digest),
        (error) => {
          expect(error).toMatchObject({ code: 'store_unavailable' });
          refused++;
        },
      );
    }
    expect(refused).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(0);
    const kept = (await store.listNotifications(null, 100)).map(({ digest }) => digest);
    expect(kept.sort()).toEqual(acknowledged.sort());
    limit(100_000);
    expect(await store.receive(notification())).toBe('new');
  });
});
