import type { Row } from '../sql/driver.ts';
import { StoreError } from '../storeError.ts';

/** What is asked of a server before the store uses it. */
export const FACTS = `SELECT VERSION() AS version, DATABASE() AS name, @@read_only AS read_only,
  @@innodb_read_only AS innodb_read_only, @@max_allowed_packet AS packet, @@innodb_flush_log_at_trx_commit AS flush`;

export interface Server {
  readonly isMariaDb: boolean;
  /** False where a power loss may take the last second's commits. */
  readonly isDurable: boolean;
}

/** MySQL: `utf8mb4_0900_bin`. MariaDB: `SKIP LOCKED`, and changes of a table that happen whole or not at all. */
const LEAST = { MySQL: [8, 0, 17], MariaDB: [10, 6, 0] } as const;
/** A batch of notifications is one statement. */
const LEAST_PACKET = 4 * 1024 * 1024;

/**
 * @throws StoreError `config_invalid` for a server that is too old, a pool without a database, and packets that are too small;
 *   `store_unavailable` for one that only reads: the next call may reach the one that writes.
 */
export function serverOf(facts: Row): Server {
  const version = String(facts.version);
  const isMariaDb = /mariadb/i.test(version);
  const kind = isMariaDb ? 'MariaDB' : 'MySQL';
  if (!isAtLeast(version, LEAST[kind])) {
    throw new StoreError(
      'config_invalid',
      `mysqlStore: the server is ${kind} ${version}. It needs MySQL ${LEAST.MySQL.join('.')} or MariaDB 10.6, or later.`,
    );
  }
  if (facts.name === null) {
    throw new StoreError(
      'config_invalid',
      'mysqlStore: the pool names no database. Give it one: mysql.createPool({ …, database }).',
    );
  }
  if (Number(facts.packet) < LEAST_PACKET) {
    throw new StoreError(
      'config_invalid',
      `mysqlStore: the server takes packets of ${Number(facts.packet)} bytes. Set its max_allowed_packet to ${LEAST_PACKET} or more.`,
    );
  }
  if (Number(facts.read_only) === 1 || Number(facts.innodb_read_only) === 1) {
    throw new StoreError(
      'store_unavailable',
      'MySQL: the server only reads (read_only), as a replica does. Give the pool the address of the one that writes.',
    );
  }
  return { isMariaDb, isDurable: Number(facts.flush) === 1 };
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const numbers = (version.match(/\d+/g) ?? []).map(Number);
  for (const [place, wanted] of least.entries()) {
    const found = numbers[place] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}

/** Not even a letter's case, an accent or a space at the end makes two texts equal. */
export const exactCollation = ({ isMariaDb }: Server): string =>
  isMariaDb ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';

/** What follows each CREATE TABLE. */
export const tableOptions = (server: Server): string =>
  `ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE ${exactCollation(server)}`;

/**
 * Statements that a connection begins with. The server gives up when we do: a client that stalls or is cut off must not keep
 * its locks. MySQL, unlike MariaDB, has no bound for a transaction in which nothing happens, so there an idle connection ends.
 */
export function sessionSettings(server: Server, boundMs: number): readonly string[] {
  const seconds = Math.ceil(boundMs / 1_000);
  const bounds = server.isMariaDb
    ? [`max_statement_time = ${boundMs / 1_000}`, `idle_transaction_timeout = ${seconds}`]
    : [`max_execution_time = ${boundMs}`, `wait_timeout = ${Math.max(30, seconds)}`];
  return [
    // READ COMMITTED whatever the server's default: fewer locks, and no statement that sees an older state than it waited for.
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION ${[
      "sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
      'autocommit = 1',
      'foreign_key_checks = 1',
      'character_set_client = utf8mb4',
      'character_set_results = utf8mb4',
      `collation_connection = ${exactCollation(server)}`,
      `innodb_lock_wait_timeout = ${Math.max(1, seconds)}`,
      `lock_wait_timeout = ${Math.max(1, seconds)}`,
      // MariaDB cuts off JSON_ARRAYAGG there: no server's own, smaller bound may break a list of times.
      'group_concat_max_len = 1048576',
      ...bounds,
    ].join(', ')}`,
  ];
}
