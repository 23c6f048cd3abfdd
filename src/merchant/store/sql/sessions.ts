import type { CheckoutStore, SessionRecord, Versioned } from '../contract.ts';
import { flag } from './columns.ts';
import { isStorable } from './compile.ts';
import type { SqlDriver, SqlValue } from './driver.ts';
import { sessionOf } from './rows.ts';

type Found = readonly Versioned<SessionRecord>[];

export async function getSession(driver: SqlDriver, id: string): Promise<Versioned<SessionRecord> | null> {
  const [found] = await select(driver, 'id = ?', [id]);
  return found ?? null;
}

export function findSessions(
  driver: SqlDriver,
  by: Parameters<CheckoutStore['findSessions']>[0],
): Promise<Found> {
  if ('orderReference' in by) {
    return select(driver, 'order_reference = ? AND test = ?', [by.orderReference, flag(by.test)]);
  }
  if ('uniqueReference' in by) return select(driver, 'unique_reference = ?', [by.uniqueReference]);
  return select(driver, 'psp_id = ?', [by.pspId]);
}

/** Newest first. What cannot be stored is not there: a reference comes from outside. */
async function select(driver: SqlDriver, which: string, values: readonly SqlValue[]): Promise<Found> {
  if (values.some((value) => typeof value === 'string' && !isStorable(value))) return [];
  const sql = `SELECT * FROM hpp_sessions WHERE ${which} ORDER BY created_at DESC, id DESC`;
  return (await driver.read({ sql, values })).map(sessionOf);
}

export async function listSessions(
  driver: SqlDriver,
  {
    statuses,
    test,
    createdFrom = 0,
    createdBefore,
    after,
    limit,
  }: Parameters<CheckoutStore['listSessions']>[0],
): Promise<Found> {
  if (statuses.length === 0) return [];
  const rows = await driver.read({
    sql: `SELECT * FROM hpp_sessions WHERE status IN (${statuses.map(() => '?').join(', ')})
        ${test === undefined ? '' : 'AND test = ?'}
        AND created_at >= ? AND created_at < ? ${after === undefined ? '' : 'AND (created_at > ? OR id > ?)'}
      ORDER BY created_at, id LIMIT ?`,
    values: [
      ...statuses,
      ...(test === undefined ? [] : [flag(test)]),
      ...[Math.max(createdFrom, after?.at ?? 0), createdBefore ?? Number.MAX_SAFE_INTEGER],
      ...(after === undefined ? [] : [after.at, after.id]),
      limit,
    ],
    varies: true,
  });
  return rows.map(sessionOf);
}
