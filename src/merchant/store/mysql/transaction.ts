import type { Compiled } from '../sql/compile.ts';
import type { Row, Statement, Transaction } from '../sql/driver.ts';
import type { Connection } from './connection.ts';
import { isCollision, RetryableError, toStoreError, wasDoneBefore, wasNotDone } from './errors.ts';
import { withValues } from './literal.ts';

type Compile = (statement: Statement) => Compiled;

const textOf = (compile: Compile, statement: Statement): string => {
  const { text, values } = compile(statement);
  return withValues(text, values);
};

/**
 * As `runTransaction`, for statements of which only the first gives rows that count: in two round trips, where the connection
 * takes several statements in one. No value can be taken for SQL (`literal.ts`).
 */
export async function runWrite(
  connection: Connection,
  compile: Compile,
  transaction: Transaction<readonly Row[]>,
): Promise<readonly Row[]> {
  if (!connection.takesSeveral) return runTransaction(connection, compile, transaction);
  let committing = false;
  try {
    let next = transaction.next([]);
    if (next.done) return next.value;
    const decide = textOf(compile, next.value);
    const rows = await connection.queryAll('deciding', ['START TRANSACTION', decide]);
    const writes: string[] = [];
    for (next = transaction.next(rows); !next.done; next = transaction.next([])) {
      writes.push(textOf(compile, next.value));
    }
    committing = true;
    await connection.queryAll('writing (whether it did is unknown; repeating it is safe)', [
      ...writes,
      'COMMIT',
    ]);
    return next.value;
  } catch (error) {
    throw await rolledBack(connection, error, committing && connection.broken);
  }
}

/** Runs the statements between BEGIN and COMMIT. Throws `RetryableError`, a `StoreError`, or what the transaction threw. */
export async function runTransaction<T>(
  connection: Connection,
  compile: Compile,
  transaction: Transaction<T>,
): Promise<T> {
  let committing = false;
  try {
    let next = transaction.next([]);
    if (connection.takesSeveral && !next.done) {
      const first = ['START TRANSACTION', textOf(compile, next.value)];
      next = transaction.next(await connection.queryAll('running a statement', first));
    } else {
      await connection.query('beginning', 'START TRANSACTION');
    }
    while (!next.done) {
      next = transaction.next(await connection.query('running a statement', textOf(compile, next.value)));
    }
    committing = true;
    await connection.query('committing (whether it did is unknown; repeating it is safe)', 'COMMIT');
    return next.value;
  } catch (error) {
    throw await rolledBack(connection, error, committing);
  }
}

/** Ends the transaction. What to throw: with `committing` the answer to COMMIT may be what got lost. */
async function rolledBack(connection: Connection, error: unknown, committing: boolean): Promise<unknown> {
  if (!connection.broken) await connection.query('rolling back', 'ROLLBACK').catch(() => {});
  const wrapped = toStoreError(error, committing);
  const lost = connection.broken && !committing && wrapped !== error;
  return lost || isCollision(error) ? new RetryableError(wrapped) : wrapped;
}

/** A statement that changes nothing. The pool may hand out a connection whose server is gone; the next one is fresh. */
export async function readOnce(
  connection: Connection,
  compile: Compile,
  statement: Statement,
): Promise<readonly Row[]> {
  try {
    return await connection.query('reading', textOf(compile, statement));
  } catch (error) {
    const wrapped = toStoreError(error, false);
    throw connection.broken && wrapped !== error ? new RetryableError(wrapped) : wrapped;
  }
}

/** A statement that is its own transaction, in one round trip. Repeated only where the server's error means that it was not done. */
export async function writeOnce(
  connection: Connection,
  compile: Compile,
  statement: Statement,
): Promise<readonly Row[]> {
  const text = textOf(compile, statement);
  try {
    return await connection.query('writing (whether it did is unknown; repeating it is safe)', text);
  } catch (error) {
    const notDone = wasNotDone(error);
    const wrapped = toStoreError(error, !notDone && connection.broken);
    throw notDone ? new RetryableError(wrapped) : wrapped;
  }
}

/**
 * The steps of migrations, one process at a time. MySQL commits each change of a table by itself, so what a process that was
 * killed has done stays, and is passed over by the next. https://dev.mysql.com/doc/refman/8.0/en/implicit-commit.html
 */
export async function runMigration(
  connection: Connection,
  compile: Compile,
  { seconds, tableOptions }: { seconds: number; tableOptions: string },
  steps: Transaction<void>,
): Promise<void> {
  const lock = "CONCAT('hpp_checkout_', SHA1(DATABASE()))";
  try {
    const [got] = await connection.query(
      'waiting for another migration',
      `SELECT GET_LOCK(${lock}, ${seconds}) AS got`,
    );
    if (Number(got?.got) !== 1) throw new Error('another instance has been migrating for too long');
    let next = steps.next([]);
    while (!next.done) {
      const text = textOf(compile, next.value);
      const step = /^\s*CREATE TABLE/.test(text) ? `${text} ${tableOptions}` : text;
      next = steps.next(
        await connection.query('migrating', step).catch((error: unknown) => {
          if (wasDoneBefore(error)) return [];
          throw error;
        }),
      );
    }
  } catch (error) {
    throw toStoreError(error, false);
  }
}
