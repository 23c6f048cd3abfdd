import type { Compiled } from '../sql/compile.ts';
import { Rollback, type Statement, type Transaction } from '../sql/driver.ts';
import type { Connection } from './connection.ts';
import { isCollision, toStoreError } from './errors.ts';

/** Nothing was stored, and the same step may succeed on another try. */
export class RetryableError extends Error {}

/** Runs a step between BEGIN and COMMIT. Throws `RetryableError`, a `StoreError`, or what the step threw. */
export async function transact<T>(
  connection: Connection,
  begin: string,
  compile: (statement: Statement) => Compiled,
  step: Transaction<T>,
): Promise<T> {
  let committing = false;
  try {
    await connection.ask('beginning', begin);
    let next = step.next([]);
    while (!next.done) {
      const { text, values } = compile(next.value);
      next = step.next(await connection.ask('running a statement', text, values));
    }
    committing = true;
    await connection.ask('committing (whether it did is unknown; again is safe)', 'COMMIT');
    return next.value;
  } catch (error) {
    if (!connection.broken) await connection.ask('rolling back', 'ROLLBACK').catch(() => {});
    if (error instanceof Rollback) return error.result as T;
    const wrapped = toStoreError(error, committing);
    const lost = connection.broken && !committing && wrapped !== error;
    throw lost || isCollision(error) ? new RetryableError('', { cause: wrapped }) : wrapped;
  }
}
