import type { CheckoutStore, Notice } from '../contract.ts';
import { batches } from './batches.ts';
import { take } from './buckets.ts';
import { isStorable } from './compile.ts';
import type { Row, SqlDriver, SqlValue, Step } from './driver.ts';
import { bringForward, claimDue, claimOne, finish, NOW } from './due.ts';
import { completeEffect, startEffect } from './effects.ts';
import { addEvents } from './events.ts';
import { APPLIED, migrate, missing } from './migrate.ts';
import { receiveAll } from './notices.ts';
import { PURGE_BATCH, purgeBuckets, purgeOrphans, purgeSessions } from './purge.ts';
import { effectOf, eventOf, noticeOf, sessionOf } from './rows.ts';
import { change, createSession } from './sessions.ts';

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
  const transact = async <T>(step: () => Step<T>): Promise<T> => {
    await ready();
    return driver.transaction(step);
  };
  const write = <T>(step: () => Step<T>): Promise<T> => finished(transact(step));

  const receive = batches((notices: readonly Notice[]) => transact(() => receiveAll(notices)));

  return {
    ready,
    async now() {
      await ready();
      const [row] = await driver.read(NOW);
      return Number(row?.now);
    },

    createSession: (session, events, dueAt) => write(() => createSession(session, events, dueAt)),
    async getSession(id) {
      if (!isStorable(id)) return null;
      const [row] = await read('SELECT * FROM hpp_sessions WHERE id = ?', id);
      return row === undefined ? null : sessionOf(row);
    },
    async findSessions(by) {
      const [[field, value] = []] = Object.entries(by) as [keyof typeof COLUMNS, string][];
      if (field === undefined || value === undefined || !isStorable(value)) return [];
      const rows = await read(
        `SELECT * FROM hpp_sessions WHERE ${COLUMNS[field]} = ? ORDER BY created_at DESC, id DESC`,
        value,
      );
      return rows.map(sessionOf);
    },
    async listSessions({ statuses, createdFrom, createdBefore, limit }) {
      if (statuses.length === 0) return [];
      const rows = await read(
        `SELECT * FROM hpp_sessions WHERE status IN (${statuses.map(() => '?').join(', ')})
          AND created_at >= ? AND created_at < ?
        ORDER BY created_at, id LIMIT ?`,
        ...statuses,
        createdFrom ?? 0,
        createdBefore ?? Number.MAX_SAFE_INTEGER,
        limit,
      );
      return rows.map(sessionOf);
    },
    change: (wanted) => write(() => change(wanted)),
    addEvents: (sessionId, events) => write(() => addEvents(sessionId, events)),
    async listEvents(sessionId) {
      const rows = await read('SELECT * FROM hpp_events WHERE session_id = ? ORDER BY sequence', sessionId);
      return rows.map(eventOf);
    },

    receive: (notice) => finished(receive(notice)),
    async listNotices(sessionId, limit) {
      const order = 'ORDER BY last_at DESC, digest DESC LIMIT ?';
      const rows = await (sessionId === null
        ? read(`SELECT * FROM hpp_notices WHERE session_id IS NULL ${order}`, limit)
        : read(`SELECT * FROM hpp_notices WHERE session_id = ? ${order}`, sessionId, limit));
      return rows.map(noticeOf);
    },

    bringForward: (sessionId, at) => write(() => bringForward(sessionId, at)),
    claimDue: (limit, leaseMs) => write(() => claimDue(limit, leaseMs)),
    claimOne: (sessionId, leaseMs) => write(() => claimOne(sessionId, leaseMs)),
    finish: (claim, nextAt) => write(() => finish(claim, nextAt)),

    async getEffect(orderReference) {
      const [row] = await read('SELECT * FROM hpp_effects WHERE order_reference = ?', orderReference);
      return row === undefined ? null : effectOf(row);
    },
    startEffect: (orderReference) => write(() => startEffect(orderReference)),
    completeEffect: (orderReference, events) => write(() => completeEffect(orderReference, events)),

    take: (bucket, limit, perMs) => write(() => take(bucket, limit, perMs)),

    async purge(before) {
      const gone = { sessions: 0, notices: 0 };
      for (let full = true; full; ) {
        const batch = await write(() => purgeSessions(before));
        gone.sessions += batch.sessions;
        gone.notices += batch.notices;
        full = batch.sessions === PURGE_BATCH;
      }
      for (let full = true; full; ) {
        const notices = await write(() => purgeOrphans(before));
        gone.notices += notices;
        full = notices === PURGE_BATCH;
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
