/*
 * What the SQL store needs of an engine.
 *
 * The store's transactions are generators: each `yield` hands over one statement and gets its rows back. So the same text
 * runs on PostgreSQL, where every statement is awaited, and on an embedded engine, where the whole transaction happens in
 * one turn of the event loop and no other code can slip a statement in between.
 */

export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/**
 * One statement as the store writes it: `?` for each value, `{now}` for the store's clock in milliseconds,
 * `{for update}` and `{skip locked}` where an engine with row locks needs them.
 */
export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A transaction, or a part of one. It holds no state outside itself: an engine may run it again from its start. */
export type Transaction<T> = Generator<Statement, T, readonly Row[]>;

export interface SqlDriver {
  /** Connects. Called once before anything else; again if it failed. */
  open(): Promise<void>;
  /** One statement that changes nothing. */
  read(statement: Statement): Promise<readonly Row[]>;
  /** One statement that changes rows, or none of them; durable when it resolves. One way to the engine and back, where a transaction needs three. */
  write(statement: Statement): Promise<readonly Row[]>;
  /** All statements of the step, or none; durable when it resolves. A throw rolls back; `Rollback` rolls back and is the result. */
  transaction<T>(step: () => Transaction<T>, timeoutMs?: number): Promise<T>;
  /** Whether each statement is a journey to another process: then many calls had better share one. */
  readonly isRemote: boolean;
  /** Statement that makes other processes' migrations wait; `null` where a transaction already does. */
  readonly migrationLock: string | null;
  close(): Promise<void>;
}

/** Thrown inside a step: roll back and answer `result`. */
export class Rollback<T> {
  readonly result: T;
  constructor(result: T) {
    this.result = result;
  }
}

/** A step of one statement. */
export function* singleStatement(statement: Statement): Transaction<readonly Row[]> {
  return yield statement;
}

/** Runs one statement inside a step. */
export function* run(sql: string, ...values: readonly SqlValue[]): Transaction<readonly Row[]> {
  return yield { sql, values };
}
