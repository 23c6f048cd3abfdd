import type { SqlDriver } from './driver.ts';

/** Counts each, however many come together. */
export async function revoke(driver: SqlDriver, name: string, keepUntil: number | null): Promise<void> {
  await driver.write({
    decide: {
      sql: `INSERT INTO hpp_revocations (name, times, keep_until) VALUES (?, 1, ?)
        {on conflict name} times = hpp_revocations.times + 1, keep_until = {new keep_until}`,
      values: [name, keepUntil],
    },
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
    varies: true,
  });
  const counts = new Map(rows.map(({ name, times }) => [String(name), Number(times)]));
  return names.map((name) => counts.get(name) ?? 0);
}
