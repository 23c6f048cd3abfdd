import { RetryableError } from '../retryableError.ts';
import type { Compiled } from '../sql/compile.ts';
import type { Row } from '../sql/driver.ts';
import { isStoreError } from '../storeError.ts';
import type { Connection } from './connection.ts';
import {
  hasStalePlan,
  isCollision,
  isReadOnly,
  isUnknownName,
  sessionWasEnded,
  toStoreError,
} from './errors.ts';
import type { StatementNames } from './statementNames.ts';

/** A statement that changes nothing. The pool may hand out a connection whose server is gone; the next one is fresh. */
export async function readOnce(
  connection: Connection,
  names: StatementNames,
  statement: Compiled,
): Promise<readonly Row[]> {
  try {
    return await send(connection, names, 'reading', statement);
  } catch (error) {
    const wrapped = toStoreError(error, false);
    throw connection.broken && !isStoreError(error) ? new RetryableError(wrapped) : wrapped;
  }
}

/**
 * A statement that is its own transaction, in one round trip. It holds no lock beyond itself, so a client that stalls holds
 * none. Repeated only where the server's error means that it was not done.
 */
export async function writeOnce(
  connection: Connection,
  names: StatementNames,
  statement: Compiled,
): Promise<readonly Row[]> {
  try {
    const doing = 'writing (whether it did is unknown; repeating it is safe)';
    return await send(connection, names, doing, statement);
  } catch (error) {
    const notDone = isCollision(error) || sessionWasEnded(error) || isReadOnly(error);
    const wrapped = toStoreError(error, !notDone && connection.broken);
    throw notDone ? new RetryableError(wrapped) : wrapped;
  }
}

/** By its name, where it has one. A name or a plan that is no good was found before anything was done: again without. */
async function send(
  connection: Connection,
  names: StatementNames,
  doing: string,
  { text, values, varies }: Compiled,
): Promise<readonly Row[]> {
  const query = { text, values: [...values] };
  const name = varies ? undefined : names.of(text);
  if (name === undefined) return connection.query(doing, query);
  try {
    return await connection.query(doing, { ...query, name });
  } catch (error) {
    if (isUnknownName(error)) names.stop();
    else if (hasStalePlan(error)) names.renew();
    else throw error;
    return connection.query(doing, query);
  }
}
