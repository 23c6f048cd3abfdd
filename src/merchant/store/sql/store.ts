import type { Change, CheckoutStore, InboxNotification, SessionRecord, Versioned } from '../contract.ts';
import { batches } from './batches.ts';
import { type FirstTake, forgetExpired, NEW_BUCKETS, take, takeFirst } from './buckets.ts';
import { change, changeAll, isPlain } from './change.ts';
import { isStorable } from './compile.ts';
import { createSession, createSessions, type NewSession } from './create.ts';
import type { Row, SqlDriver, SqlValue, Statement, Transaction } from './driver.ts';
import { bringForward, claimDue, claimOne, finish, NOW } from './due.ts';
import { addEvents } from './events.ts';
import { completeFulfilment, startFulfilment } from './fulfilments.ts';
import { receiveAll } from './inbox.ts';
import { APPLIED, migrate, missing } from './migrate.ts';
import { PURGE_BATCH, purgeBuckets, purgeLeftBehind, purgeOrphans, purgeSessions } from './purge.ts';
import { claimOf, eventOf, flag, fulfilmentOf, notificationOf, sessionOf } from './rows.ts';

/** Building indexes on a big store, and waiting for another instance that does, takes longer than a payment may. */
const MIGRATION_TIMEOUT_MS = 60_000;

const COLUMNS = {
  orderReference: 'order_reference',
  uniqueReference: 'unique_reference',
  pspId: 'psp_id',
} as const;

/** The store of both engines. Every method opens it first if `ready` was not called. */
export function sqlStore(driver: SqlDriver): CheckoutStore {
  let opened: Promise<void> | null = null;
  const ready = () => {
    opened ??= open(driver).catch((error: unknown) => {
      // The next call tries again: a database that comes back must not need a restart of ours.
      opened = null;
      throw error;
    });
    return opened;
  };
  const read = async (sql: string, ...values: SqlValue[]): Promise<readonly Row[]> => {
    await ready();
    return driver.read({ sql, values });
  };
  /** What `close` waits for. */
  const pending = new Set<Promise<unknown>>();
  const finished = <T>(work: Promise<T>): Promise<T> => {
    pending.add(work);
    const forget = () => void pending.delete(work);
    work.then(forget, forget);
    return work;
  };
  const transact = async <T>(step: () => Transaction<T>): Promise<T> => {
    await ready();
    return driver.transaction(step);
  };
  const write = <T>(step: () => Transaction<T>): Promise<T> => finished(transact(step));
  const writeOne = (statement: Statement): Promise<readonly Row[]> =>
    finished(ready().then(() => driver.write(statement)));

  let newBuckets = 0;

  /** Calls that come together share a journey, where there is one. */
  const together: typeof batches = driver.isRemote
    ? batches
    : (one) => async (item) => (await one([item]))[0] as never;

  const sessionsBy = (column: string) =>
    together(async (names: readonly string[]) => {
      const rows = await read(
        `SELECT * FROM hpp_sessions WHERE ${column} IN (${names.map(() => '?').join(', ')})
        ORDER BY created_at DESC, id DESC`,
        ...names,
      );
      const found = new Map<string, Versioned<SessionRecord>[]>();
      for (const row of rows) {
        const name = String(row[column]);
        found.set(name, [...(found.get(name) ?? []), sessionOf(row)]);
      }
      return names.map((name) => found.get(name) ?? []);
    });
  const byId = sessionsBy('id');
  const byOrder = sessionsBy('order_reference');
  const create = together(async (given: readonly NewSession[]) => {
    const done = given.length > 1 && (await transact(() => createSessions(given)));
    return given.map(({ session, events, dueAt }) =>
      done ? { kind: 'created' as const } : transact(() => createSession(session, events, dueAt)),
    );
  });
  const changePlain = together(async (changes: readonly Change[]) => {
    const ids = new Set(changes.map(({ id }) => id));
    if (changes.length > 1 && ids.size === changes.length) return transact(() => changeAll(changes));
    return changes.map((wanted) => transact(() => change(wanted)));
  });
  const takeNew = together(async (takes: readonly FirstTake[]) => {
    const once = [...new Map(takes.map((each) => [each.bucket, each])).values()];
    const rows = await writeOne(takeFirst(once));
    const fresh = new Set(rows.map(({ bucket }) => String(bucket)));
    // Of two takes from one new bucket the second is none of its first.
    return takes.map(({ bucket }) => fresh.delete(bucket));
  });
  const receive = batches((notifications: readonly InboxNotification[]) =>
    transact(() => receiveAll(notifications)),
  );

  return {
    ready,
    async now() {
      await ready();
      const [row] = await driver.read(NOW);
      return Number(row?.now);
    },

    createSession: (session, events, dueAt) => finished(create({ session, events, dueAt })),
    getSession: async (id) => (isStorable(id) ? ((await byId(id))[0] ?? null) : null),
    async findSessions(by) {
      const [[field, value] = []] = Object.entries(by) as [keyof typeof COLUMNS, string][];
      if (field === undefined || value === undefined || !isStorable(value)) return [];
      if (field === 'orderReference') {
        const sameOrder = await byOrder(value);
        return sameOrder.filter((found) => !('test' in by) || found.value.test === by.test);
      }
      const rows = await read(
        `SELECT * FROM hpp_sessions WHERE ${COLUMNS[field]} = ? ORDER BY created_at DESC, id DESC`,
        value,
      );
      return rows.map(sessionOf);
    },
    async listSessions({ statuses, test, createdFrom, createdBefore, limit }) {
      if (statuses.length === 0) return [];
      const rows = await read(
        `SELECT * FROM hpp_sessions WHERE status IN (${statuses.map(() => '?').join(', ')})
          ${test === undefined ? '' : 'AND test = ?'}
          AND created_at >= ? AND created_at < ?
        ORDER BY created_at, id LIMIT ?`,
        ...statuses,
        ...(test === undefined ? [] : [flag(test)]),
        createdFrom ?? 0,
        createdBefore ?? Number.MAX_SAFE_INTEGER,
        limit,
      );
      return rows.map(sessionOf);
    },
    change: (wanted) => (isPlain(wanted) ? finished(changePlain(wanted)) : write(() => change(wanted))),
    addEvents: (sessionId, events) => write(() => addEvents(sessionId, events)),
    async listEvents(sessionId) {
      const rows = await read('SELECT * FROM hpp_events WHERE session_id = ? ORDER BY sequence', sessionId);
      return rows.map(eventOf);
    },

    receive: (notification) => finished(receive(notification)),
    async listNotifications(sessionId, limit) {
      const order = 'ORDER BY last_at DESC, digest DESC LIMIT ?';
      const rows = await (sessionId === null
        ? read(`SELECT * FROM hpp_notices WHERE session_id IS NULL ${order}`, limit)
        : read(`SELECT * FROM hpp_notices WHERE session_id = ? ${order}`, sessionId, limit));
      return rows.map(notificationOf);
    },

    async bringForward(sessionId, at) {
      await writeOne(bringForward(sessionId, at));
    },
    async claimDue(limit, leaseMs, test) {
      const rows = await writeOne(claimDue(limit, leaseMs, test));
      return rows.map(claimOf).sort((a, b) => a.dueAt - b.dueAt);
    },
    async claimOne(sessionId, leaseMs, test) {
      const [row] = await writeOne(claimOne(sessionId, leaseMs, test));
      return row === undefined ? null : claimOf(row);
    },
    finish: async (claim, nextAt) => (await writeOne(finish(claim, nextAt))).length === 1,

    async getFulfilment(orderReference, test) {
      const [row] = await read(
        'SELECT * FROM hpp_effects WHERE order_reference = ? AND test = ?',
        orderReference,
        flag(test),
      );
      return row === undefined ? null : fulfilmentOf(row);
    },
    async startFulfilment(orderReference, test) {
      const [row] = await writeOne(startFulfilment(orderReference, test));
      return row === undefined ? null : fulfilmentOf(row);
    },
    completeFulfilment: (orderReference, test, events) =>
      write(() => completeFulfilment(orderReference, test, events)),

    async take(bucket, limit, perMs) {
      const isFirst = limit >= 1 && (await takeNew({ bucket, perMs }));
      if (!isFirst) return write(() => take(bucket, limit, perMs));
      // The first of a process too: some live for a few requests only.
      if (newBuckets++ % NEW_BUCKETS === 0) await writeOne(forgetExpired());
      return { allowed: true, retryAfterMs: 0 };
    },

    async purge(before, { notificationsBefore = before, limit = Number.POSITIVE_INFINITY } = {}) {
      const gone = { sessions: 0, notifications: 0 };
      await inBatches(limit, async (size) => {
        const batch = await write(() => purgeSessions(before, size));
        gone.sessions += batch.sessions;
        gone.notifications += batch.notifications;
        return batch.sessions;
      });
      const kinds = Number.isFinite(limit) ? [purgeOrphans] : [purgeOrphans, purgeLeftBehind];
      for (const purgeSome of kinds) {
        gone.notifications += await inBatches(limit, (size) =>
          write(() => purgeSome(notificationsBefore, size)),
        );
      }
      await write(purgeBuckets);
      return gone;
    },
    async close() {
      await Promise.allSettled(pending);
      await driver.close();
    },
  };
}

/** Deletes batch after batch until one is not full, or `limit` are gone. Answers how many are. */
async function inBatches(limit: number, deleteSome: (size: number) => Promise<number>): Promise<number> {
  let gone = 0;
  while (gone < limit) {
    const size = Math.min(PURGE_BATCH, limit - gone);
    const deleted = await deleteSome(size);
    gone += deleted;
    if (deleted < size) break;
  }
  return gone;
}

async function open(driver: SqlDriver): Promise<void> {
  await driver.open();
  if (await isMigrated(driver)) return;
  await driver.transaction(() => migrate(driver.migrationLock), MIGRATION_TIMEOUT_MS);
}

/** Without a write, so that a role that may not create tables can run the shop. */
async function isMigrated(driver: SqlDriver): Promise<boolean> {
  let applied: readonly Row[];
  try {
    applied = await driver.read({ sql: APPLIED, values: [] });
  } catch {
    // No such table yet. If the database is gone instead, `migrate` will say so.
    return false;
  }
  return missing(applied).length === 0;
}
