import type { Effect, NewEvent } from '../contract.ts';
import { StoreError } from '../storeError.ts';
import { run, type Step } from './driver.ts';
import { addEvents } from './events.ts';
import { effectOf } from './rows.ts';

export function* startEffect(orderReference: string): Step<Effect | null> {
  const [row] = yield* run(
    "UPDATE hpp_effects SET attempts = attempts + 1 WHERE order_reference = ? AND state = 'pending' RETURNING *",
    orderReference,
  );
  return row === undefined ? null : effectOf(row);
}

/** Idempotent: the second call changes nothing and adds nothing. */
export function* completeEffect(orderReference: string, events: readonly NewEvent[]): Step<void> {
  const [effect] = yield* run('SELECT * FROM hpp_effects WHERE order_reference = ?', orderReference);
  if (effect === undefined) {
    throw new StoreError('invalid_change', `Order ${orderReference} has no fulfilment to complete.`);
  }
  const id = String(effect.session_id);
  // The session first, as `change` does: two locks in two orders would be a deadlock.
  yield* run('SELECT id FROM hpp_sessions WHERE id = ? {for update}', id);
  const done = yield* run(
    "UPDATE hpp_effects SET state = 'done' WHERE order_reference = ? AND state = 'pending' RETURNING session_id",
    orderReference,
  );
  if (done.length === 1) yield* addEvents(id, events);
}
