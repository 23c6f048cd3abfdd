import { RetryableError } from '../retryableError.ts';
import type { Compiled } from '../sql/compile.ts';
import type { Results, Row, Statement, Transaction, Write } from '../sql/driver.ts';
import { writesOf } from '../sql/write.ts';
import { asScript } from './asScript.ts';
import type { Connection } from './connection.ts';
import { isCollision, toStoreError, wasDoneBefore, wasNotDone } from './errors.ts';
import { withValues } from './literal.ts';

type Compile = (statement: Statement) => Compiled;

const textOf = (compile: Compile, statement: Statement): string => {
  const { text, values } = compile(statement);
  return withValues(text, values);
};

const BEGIN = 'START TRANSACTION';
const WRITING = 'writing (whether it did is unknown; repeating it is safe)';

/** One or more statements that write, in as few round trips as it goes. */
export async function runWrite(
  connection: Connection,
  compile: Compile,
  write: Write,
): Promise<readonly Row[]> {
  const { decide, writes } = write;
  if (writes === undefined) return writeOnce(connection, compile, decide);
  const script = connection.takesSeveral ? asScript(write) : null;
  if (script !== null) return (await runAll(connection, compile, script)).at(-1) ?? [];
  return inTransaction(connection, async (commit) => {
    const [, rows = []] = await connection.queryAll('deciding', [BEGIN, textOf(compile, decide)]);
    await commit(writesOf(writes, rows).map((statement) => textOf(compile, statement)));
    return rows;
  });
}

/** A transaction whose statements need nothing of each other's rows. No value can be taken for SQL (`literal.ts`). */
export function runAll(
  connection: Connection,
  compile: Compile,
  statements: readonly Statement[],
): Promise<Results> {
  return inTransaction(connection, async (commit) => {
    const texts = statements.map((statement) => textOf(compile, statement));
    return (await commit([BEGIN, ...texts])).slice(1);
  });
}

/**
 * Throws `RetryableError`, a `StoreError`, or what `work` threw; the transaction is rolled back then.
 *
 * @param work is given what sends the last statements, and COMMIT with them where the connection takes several at once.
 */
async function inTransaction<T>(
  connection: Connection,
  work: (commit: (texts: readonly string[]) => Promise<Results>) => Promise<T>,
): Promise<T> {
  // From here on, an answer that is lost may be the one to COMMIT.
  let committing = false;
  try {
    return await work(async (texts) => {
      if (connection.takesSeveral) {
        committing = true;
        return (await connection.queryAll(WRITING, [...texts, 'COMMIT'])).slice(0, -1);
      }
      const results = await connection.queryAll('running a statement', texts);
      committing = true;
      await connection.query(WRITING, 'COMMIT');
      return results;
    });
  } catch (error) {
    if (!connection.broken) await connection.query('rolling back', 'ROLLBACK').catch(() => {});
    const wrapped = toStoreError(error, committing && connection.broken);
    const lost = connection.broken && !committing && wrapped !== error;
    throw lost || isCollision(error) ? new RetryableError(wrapped) : wrapped;
  }
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
async function writeOnce(
  connection: Connection,
  compile: Compile,
  statement: Statement,
): Promise<readonly Row[]> {
  const text = textOf(compile, statement);
  try {
    return await connection.query(WRITING, text);
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
  // A name has 64 characters at most. SHA1() is gone: https://dev.mysql.com/doc/refman/9.6/en/legacy-hashing-component.html
  const lock = "CONCAT('hpp_checkout_', LEFT(SHA2(DATABASE(), 256), 40))";
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
