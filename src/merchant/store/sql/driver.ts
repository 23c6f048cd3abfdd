/*
 * What the SQL store needs of an engine.
 *
 * A driver sends statements and keeps them whole; a dialect (`dialect.ts`) says how they are spelled.
 */

export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** One statement as the store writes it: `?` for each value, and the words in braces of `dialect.ts`. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Its text or its best plan depends on the values, such as the length of a list: it is not worth keeping. */
  readonly varies?: boolean;
}

/** One write of one or more tables: `sql/write.ts` says how an engine runs it. */
export interface Write {
  /**
   * Its rows are the result, and a table named `decided` for the statements in `writes`, which name its columns by it. No row: nothing
   * more is written. `{into a, b}` before its FROM says that it gives one row at most, of these columns, which MySQL keeps in variables
   * (`mysql/asScript.ts`).
   */
  readonly decide: Statement;
  readonly writes?: readonly Statement[];
  /** A query about `decided` whose rows are the result instead. */
  readonly answer?: Statement;
}

/**
 * The statements of a transaction: each `yield` hands over one and gets its rows back. So the same code runs on a server, where every
 * statement is awaited, and on an embedded engine, where the whole transaction happens in one turn of the event loop and no other
 * code can slip a statement in between. It holds no state outside itself: it may be run again from its start.
 */
export type Transaction<T> = Generator<Statement, T, readonly Row[]>;

export interface SqlDriver {
  /** Connects. Called once before anything else; again if it failed. */
  open(): Promise<void>;
  /** One statement that changes nothing. */
  read(statement: Statement): Promise<readonly Row[]>;
  /**
   * Atomic, and durable when it resolves; one round trip where the engine can. An error means that nothing was stored, unless
   * it says that this is unknown, as when the answer got lost: the store's operations may be repeated.
   */
  write(write: Write): Promise<readonly Row[]>;
  /**
   * Runs the steps of migrations in one process at a time. All of them or none; on MySQL, which commits each change of a table
   * by itself, a step that was done before is passed over.
   */
  migrate(run: () => Transaction<void>, timeoutMs: number): Promise<void>;
  /** Not `null` on MySQL, which has statements of its own where it has no RETURNING, and tables of its own in `migrations.ts`. */
  readonly mysql: MysqlTransactions | null;
  close(): Promise<void>;
}

/** The rows of each of several statements; of one that gives none, a row `{ changed }` if it wrote something. */
export type Results = readonly (readonly Row[])[];

export interface MysqlTransactions {
  /**
   * A transaction of several statements that need nothing of each other's rows: all or none, and durable when it resolves. One round
   * trip where the pool has `multipleStatements`, else one for each statement. It may be run again from its start.
   */
  all(statements: readonly Statement[]): Promise<Results>;
}

/** Runs one statement inside a transaction. */
export function* run(sql: string, ...values: readonly SqlValue[]): Transaction<readonly Row[]> {
  return yield { sql, values };
}
