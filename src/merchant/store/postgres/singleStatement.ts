import type { Row } from '../sql/driver.ts';
import { isStoreError } from '../storeError.ts';
import type { Connection } from './connection.ts';
import { isCollision, isReadOnly, RetryableError, sessionWasEnded, toStoreError } from './errors.ts';

type Values = readonly unknown[];

/** A statement that changes nothing. The pool may hand out a connection whose server is gone; the next one is fresh. */
export async function readOnce(
  connection: Connection,
  text: string,
  values: Values,
): Promise<readonly Row[]> {
  try {
    return await connection.query('reading', text, values);
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
  text: string,
  values: Values,
): Promise<readonly Row[]> {
  try {
    return await connection.query('writing (whether it did is unknown; repeating it is safe)', text, values);
  } catch (error) {
    const notDone = isCollision(error) || sessionWasEnded(error) || isReadOnly(error);
    const wrapped = toStoreError(error, !notDone && connection.broken);
    throw notDone ? new RetryableError(wrapped) : wrapped;
  }
}
