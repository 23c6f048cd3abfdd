import { RetryableError } from '../retryableError.ts';
import type { Compiled } from '../sql/compile.ts';
import type { Statement, Transaction } from '../sql/driver.ts';
import type { Connection } from './connection.ts';
import { isCollision, toStoreError } from './errors.ts';

/** Runs the statements between BEGIN and COMMIT. Throws `RetryableError`, a `StoreError`, or what the transaction threw. */
export async function runTransaction<T>(
  connection: Connection,
  begin: string,
  compile: (statement: Statement) => Compiled,
  transaction: Transaction<T>,
): Promise<T> {
  let committing = false;
  try {
    await connection.query('beginning', { text: begin });
    let next = transaction.next([]);
    while (!next.done) {
      const { text, values } = compile(next.value);
      next = transaction.next(await connection.query('running a statement', { text, values: [...values] }));
    }
    committing = true;
    await connection.query('committing (whether it did is unknown; repeating it is safe)', {
      text: 'COMMIT',
    });
    return next.value;
  } catch (error) {
    if (!connection.broken) await connection.query('rolling back', { text: 'ROLLBACK' }).catch(() => {});
    const wrapped = toStoreError(error, committing);
    const lost = connection.broken && !committing && wrapped !== error;
    throw lost || isCollision(error) ? new RetryableError(wrapped) : wrapped;
  }
}
