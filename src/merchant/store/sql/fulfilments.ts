import type { NewEvent } from '../contract.ts';
import { StoreError } from '../storeError.ts';
import { run, type Statement, type Transaction } from './driver.ts';
import { addEvents } from './events.ts';
import { flag } from './rows.ts';

/** No row when it is done or unknown. */
export function startFulfilment(orderReference: string, test: boolean): Statement {
  return {
    sql: "UPDATE hpp_effects SET attempts = attempts + 1 WHERE order_reference = ? AND test = ? AND state = 'pending' RETURNING *",
    values: [orderReference, flag(test)],
  };
}

/** Idempotent: the second call changes nothing and adds nothing. */
export function* completeFulfilment(
  orderReference: string,
  test: boolean,
  events: readonly NewEvent[],
): Transaction<void> {
  // The session's lock first, as in `change`: two locks in two orders would be a deadlock.
  const [session] = yield* run(
    'SELECT id FROM hpp_sessions WHERE id = (SELECT session_id FROM hpp_effects WHERE order_reference = ? AND test = ?) {for update}',
    orderReference,
    flag(test),
  );
  if (session === undefined) {
    throw new StoreError('invalid_change', `Order ${orderReference} has no fulfilment to complete.`);
  }
  const done = yield* run(
    "UPDATE hpp_effects SET state = 'done' WHERE order_reference = ? AND test = ? AND state = 'pending' RETURNING session_id",
    orderReference,
    flag(test),
  );
  if (done.length === 1) yield* addEvents(String(session.id), events);
}
