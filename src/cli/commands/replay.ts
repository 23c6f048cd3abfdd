import type { StoredEvent } from '../../merchant/store/contract.ts';
import { type Command, flag, UsageError } from '../command.ts';
import { withProgress } from '../progress.ts';
import { closeShop, loadShop, SHOP_HELP, SHOP_OPTIONS } from '../shop/loadShop.ts';
import { settleSession } from '../shop/settleSession.ts';
import { table } from '../table.ts';

/** Settles one session, and shows its event log before and after. */
export const replay: Command = {
  name: 'replay',
  summary: 'Settle one session, and show its event log',
  help: `Usage: hpp-checkout replay <session id> --handler <file> [options]

  hpp-checkout replay 5e0b1f3c7a3d4c439a0f0f8f4c7d1b2a --handler ./checkout.mjs

Shows what the store has on record of the session, asks the gateway about it, settles it and shows what has been added.
Exit code 1 when it stays unresolved, or there is no such session.

Options
${SHOP_HELP}
  --json               One JSON document: { ok, session, before: [event], after: [event] }`,
  options: { ...SHOP_OPTIONS, json: { type: 'boolean' } },
  async run(input, io) {
    const [id, ...more] = input.positionals;
    if (id === undefined || more.length > 0) throw new UsageError('replay: expected one session id.');
    const shop = await loadShop('replay', input, io.cwd);
    try {
      const before = await shop.store.listEvents(id);
      const session = await withProgress(io, 'Waiting for the gateway', settleSession(shop, id));
      const after = await shop.store.listEvents(id);
      if (flag(input.values, 'json')) {
        io.out(JSON.stringify({ ok: session.clear, session, before, after }, null, 2));
        return session.clear ? 0 : 1;
      }
      const { orderReference, amount, currency, was, now, note } = session;
      io.out(`Session ${id}, order ${orderReference}, ${amount} ${currency}`);
      io.out(`Before: ${was}`);
      for (const line of describe(before)) io.out(line);
      io.out(`After: ${now}${note === '' ? '' : ` (${note})`}`);
      const added = after.slice(before.length);
      for (const line of added.length === 0 ? ['  nothing new'] : describe(added)) io.out(line);
      return session.clear ? 0 : 1;
    } finally {
      await closeShop(shop);
    }
  },
};

function describe(events: readonly StoredEvent[]): string[] {
  const rows = events.map(({ sequence, at, type, data }) => [
    `  ${sequence}`,
    new Date(at).toISOString(),
    type,
    JSON.stringify(data),
  ]);
  return table(rows);
}
