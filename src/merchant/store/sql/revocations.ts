import type { SqlDriver } from './driver.ts';

/** Two that revoke a new name at once are told apart by the key: the second is run again, and counts. */
export async function revoke(driver: SqlDriver, name: string, keepUntil: number | null): Promise<void> {
  await driver.writeOrRollBack({
    decide: { sql: 'SELECT CAST(? AS TEXT) AS name', values: [name] },
    writes: [
      {
        sql: `UPDATE hpp_revocations SET times = times + 1, keep_until = ?
          WHERE name IN (SELECT name FROM decided)`,
        values: [keepUntil],
      },
      {
        sql: `INSERT INTO hpp_revocations (name, times, keep_until) SELECT name, 1, ? FROM decided
          WHERE NOT EXISTS (SELECT 1 FROM hpp_revocations WHERE name = ?)`,
        values: [keepUntil, name],
      },
    ],
  });
}

export async function countRevocations(
  driver: SqlDriver,
  names: readonly string[],
): Promise<readonly number[]> {
  if (names.length === 0) return [];
  const rows = await driver.read({
    sql: `SELECT name, times FROM hpp_revocations WHERE name IN (${names.map(() => '?').join(', ')})`,
    values: names,
  });
  const counts = new Map(rows.map(({ name, times }) => [String(name), Number(times)]));
  return names.map((name) => counts.get(name) ?? 0);
}
