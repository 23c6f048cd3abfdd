import type { Row } from '../sql/driver.ts';
import { isStoreError } from '../storeError.ts';
import type { Connection } from './connection.ts';
import { endedByServer, isCollision, toStoreError } from './errors.ts';
import { RetryableError } from './transaction.ts';

type Values = readonly unknown[];

/** A statement that changes nothing. The pool may hand out a connection whose server is gone; the next one is fresh. */
export async function readOnce(
  connection: Connection,
  text: string,
  values: Values,
): Promise<readonly Row[]> {
  try {
    return await connection.ask('reading', text, values);
  } catch (error) {
    const wrapped = toStoreError(error, false);
    throw connection.broken && !isStoreError(error) ? new RetryableError('', { cause: wrapped }) : wrapped;
  }
}

/**
 * A statement that is its own transaction, in one way there and back. It holds no lock beyond itself, so a client that
 * stalls holds none. Repeated only where the server said that it was not done.
 */
export async function writeOnce(
  connection: Connection,
  text: string,
  values: Values,
): Promise<readonly Row[]> {
  try {
    return await connection.ask('writing (whether it did is unknown; again is safe)', text, values);
  } catch (error) {
    const undone = isCollision(error) || endedByServer(error);
    const wrapped = toStoreError(error, !undone && connection.broken);
    throw undone ? new RetryableError('', { cause: wrapped }) : wrapped;
  }
}
