import type { Orders } from '../../../merchant/orders/types.ts';
import { isSessionId } from '../../../merchant/record/isSessionId.ts';
import { CommandError } from '../../command.ts';
import type { Shop } from '../loadShop.ts';
import { assertSameMode } from '../settleSession.ts';

/** The back office of the shop's handler. @throws CommandError where the module exports something else in its place. */
export function ordersOf({ handler }: Shop): Orders {
  if (handler.orders !== undefined) return handler.orders;
  throw new CommandError(
    'The module’s handler has no "orders". Expected what createCheckoutHandler of this release returns.',
    'no_orders',
  );
}

/**
 * The order that was typed: its reference, or the id of one of its sessions, as it stands in a log line.
 * @throws CommandError for a session of the other mode.
 */
export async function referenceOf({ handler, store }: Shop, typed: string): Promise<string> {
  if (!isSessionId(typed)) return typed;
  const session = (await store.getSession(typed))?.value;
  if (session === undefined) return typed;
  assertSameMode(session, handler.test);
  return session.orderReference;
}

/** The mode is named, since an order of the other one is not found either. */
export function notFound({ handler }: Shop, typed: string): CommandError {
  if (isSessionId(typed)) return new CommandError(`The store knows no session "${typed}".`, 'not_found');
  const mode = handler.test === undefined ? '' : handler.test ? ' in test mode' : ' in live mode';
  return new CommandError(`The store knows no session of an order "${typed}"${mode}.`, 'not_found');
}
