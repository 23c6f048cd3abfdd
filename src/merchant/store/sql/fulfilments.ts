import type { Fulfilment, NewEvent } from '../contract.ts';
import { StoreError } from '../storeError.ts';
import { flag } from './columns.ts';
import type { SqlDriver } from './driver.ts';
import { appendEvents, raiseSequence } from './events.ts';
import { IS_PAYMENT } from './releases.ts';
import { fulfilmentOf } from './rows.ts';

export async function getFulfilment(
  driver: SqlDriver,
  orderReference: string,
  test: boolean,
): Promise<Fulfilment | null> {
  const [row] = await driver.read({
    sql: `SELECT * FROM hpp_effects WHERE order_reference = ? AND test = ? AND ${IS_PAYMENT}`,
    values: [orderReference, flag(test)],
  });
  return row === undefined ? null : fulfilmentOf(row);
}

export async function startFulfilment(
  driver: SqlDriver,
  orderReference: string,
  test: boolean,
): Promise<Fulfilment | null> {
  const key = [orderReference, flag(test)];
  const [row] = await driver.write({
    decide: {
      sql: `SELECT order_reference, test, session_id, state, attempts + 1 AS attempts, kind
          {into order_reference, test, session_id, state, attempts, kind} FROM hpp_effects
        WHERE order_reference = ? AND test = ? AND state = 'pending' AND ${IS_PAYMENT} {for update}`,
      values: key,
    },
    writes: [
      {
        sql: `UPDATE hpp_effects SET attempts = attempts + 1
          WHERE order_reference = ? AND test = ? AND EXISTS (SELECT 1 FROM decided)`,
        values: key,
      },
    ],
  });
  return row === undefined ? null : fulfilmentOf(row);
}

/** Idempotent: the second call changes nothing and adds nothing. */
export async function completeFulfilment(
  driver: SqlDriver,
  orderReference: string,
  test: boolean,
  events: readonly NewEvent[],
): Promise<void> {
  const completed = await driver.write({
    decide: {
      sql: `SELECT hpp_sessions.id AS id, hpp_sessions.last_sequence AS last_sequence {into id, last_sequence}
        FROM hpp_sessions JOIN hpp_effects ON hpp_effects.session_id = hpp_sessions.id
        WHERE {bounded} AND hpp_effects.order_reference = ? AND hpp_effects.test = ? AND hpp_effects.state = 'pending'
          AND hpp_effects.kind <> 'release' {for update}`,
      values: [orderReference, flag(test)],
    },
    writes: [
      {
        sql: "UPDATE hpp_effects SET state = 'done' WHERE session_id IN (SELECT id FROM decided)",
        values: [],
      },
      raiseSequence(events.length),
      ...appendEvents(events),
    ],
  });
  if (completed.length === 1 || (await getFulfilment(driver, orderReference, test)) !== null) return;
  throw new StoreError('invalid_change', `Order ${orderReference} has no fulfilment to complete.`);
}
