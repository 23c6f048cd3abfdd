import { StoreError } from '../storeError.ts';
import { type Row, run, type SqlDriver, type Transaction } from './driver.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';

/** Building indexes on a big store, and waiting for another instance that does, takes longer than a payment may. */
const TIMEOUT_MS = 60_000;

/** Migrates if need be. Without a write where nothing is missing, so that a role that may not create tables can run the shop. */
export async function prepareTables(driver: SqlDriver): Promise<void> {
  if (await isMigrated(driver)) return;
  await driver.migrate(() => migrate(driver), TIMEOUT_MS);
}

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

/** Applies what is missing. The driver lets one process at a time do it, so that any number of instances may start at once. */
export function* migrate(
  { mysql }: Pick<SqlDriver, 'mysql'>,
  known: readonly Migration[] = MIGRATIONS,
): Transaction<void> {
  yield* run(`CREATE TABLE IF NOT EXISTS hpp_migrations (
    version BIGINT PRIMARY KEY,
    works_from BIGINT NOT NULL,
    applied_at BIGINT NOT NULL
  )`);
  const applied = yield* run(APPLIED);
  for (const { version, worksFrom, statements, onMysql = statements } of missing(applied, known)) {
    for (const statement of mysql !== null ? onMysql : statements) yield* run(statement);
    yield* run(
      'INSERT INTO hpp_migrations (version, works_from, applied_at) VALUES (?, ?, {now})',
      version,
      worksFrom,
    );
  }
}

export const APPLIED = 'SELECT version, works_from FROM hpp_migrations';

/** What `applied` lacks. Throws `schema_newer` when a newer release changed the tables in a way this code cannot work with. */
export function missing(
  applied: readonly Row[],
  known: readonly Migration[] = MIGRATIONS,
): readonly Migration[] {
  const ours = Math.max(...known.map(({ version }) => version));
  for (const { version, works_from } of applied) {
    if (Number(works_from) > ours) {
      throw new StoreError(
        'schema_newer',
        `The store's tables are at version ${version} and need code of version ${works_from} or newer; ` +
          `this release is at ${ours}. Update hpp-checkout here, or restore the database from before the update.`,
      );
    }
  }
  const done = new Set(applied.map(({ version }) => Number(version)));
  return known.filter(({ version }) => !done.has(version));
}
