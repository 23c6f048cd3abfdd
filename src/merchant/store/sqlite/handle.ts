/** The part of a prepared statement that the store uses. */
export interface SqliteStatement {
  /** `false` for a statement that gives no rows; some engines refuse `all` for those. */
  readonly reader?: boolean;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

/**
 * An open SQLite database: `DatabaseSync` of `node:sqlite`, or a `Database` of `libsql` or `better-sqlite3`.
 * Their common part; none of them is imported here.
 */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  close(): void;
}
