import type { StoredEvent } from '../../merchant/store/contract.ts';
import { atMostWords, type Command, CommandError, text, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { withProgress } from '../progress.ts';
import { closeShop, loadShop, SHOP_HELP, SHOP_OPTIONS, type Shop } from '../shop/loadShop.ts';
import { type Settled, settleSession } from '../shop/settleSession.ts';
import { table } from '../table.ts';

/** Settles one session or an order's, and shows their event logs before and after. */
export const replay: Command = {
  name: 'replay',
  summary: 'Settle one session, or an order’s, and show its event log',
  help: `Usage: hpp-checkout replay <session id> --handler <file> [options]
       hpp-checkout replay --order <reference> --handler <file> [options]

  hpp-checkout replay 5e0b1f3c7a3d4c439a0f0f8f4c7d1b2a --handler ./checkout.ts --env-file .env
  hpp-checkout replay --order A-1001 --handler ./checkout.ts --env-file .env

Shows what the store has on record of the session, asks the gateway about it, settles it and shows what has been added.
Exit code 1 when it stays unresolved, or there is no such session.

Options
  --order <reference>  Every session of this order, oldest first
${SHOP_HELP}`,
  json: '{ ok, sessions: [{ session, before: [event], after: [event] }] }',
  options: { ...SHOP_OPTIONS, order: { type: 'string' } },
  async run(input, io) {
    atMostWords('replay', input, 1);
    const [id] = input.positionals;
    const order = text(input.values, 'order');
    if ((id === undefined) === (order === undefined)) {
      throw new UsageError('replay: expected one session id, or --order <reference>.');
    }
    const shop = await loadShop('replay', input, io);
    try {
      const ids = id === undefined ? await sessionsOf(shop, order as string) : [id];
      const sessions = [];
      for (const each of ids) sessions.push(await replayOne(shop, each, io));
      const ok = sessions.every(({ session }) => session.clear);
      io.result({ ok, sessions });
      return ok ? 0 : 1;
    } finally {
      await closeShop(shop);
    }
  },
};

interface Replayed {
  session: Settled;
  before: readonly StoredEvent[];
  after: readonly StoredEvent[];
}

async function sessionsOf({ handler, store }: Shop, orderReference: string): Promise<readonly string[]> {
  const modes = handler.test === undefined ? [true, false] : [handler.test];
  const found = await Promise.all(modes.map((test) => store.findSessions({ orderReference, test })));
  const ids = found.flat().map(({ value }) => value.id);
  if (ids.length > 0) return ids.reverse();
  const mode = handler.test === undefined ? '' : handler.test ? ' in test mode' : ' in live mode';
  throw new CommandError(`The store knows no session of an order "${orderReference}"${mode}.`, 'not_found');
}

async function replayOne(shop: Shop, id: string, io: Io): Promise<Replayed> {
  const before = await shop.store.listEvents(id);
  const session = await withProgress(io, 'Waiting for the gateway', settleSession(shop, id));
  const after = await shop.store.listEvents(id);
  const { orderReference, amount, currency, was, now, note } = session;
  io.out(`Session ${id}, order ${orderReference}, ${amount} ${currency}`);
  io.out(`Before: ${was}`);
  for (const line of describe(before)) io.out(line);
  io.out(`After: ${now}${note === '' ? '' : ` (${note})`}`);
  const added = after.slice(before.length);
  for (const line of added.length === 0 ? ['  nothing new'] : describe(added)) io.out(line);
  return { session, before, after };
}

function describe(events: readonly StoredEvent[]): string[] {
  const rows = events.map(({ sequence, at, type, data }) => [
    `  ${sequence}`,
    new Date(at).toISOString(),
    type,
    JSON.stringify(data),
  ]);
  return table(rows);
}
