import { atMostWords, type Command, text } from '../command.ts';
import type { Io } from '../io.ts';
import { withProgress } from '../progress.ts';
import { findOpen } from '../shop/findOpen.ts';
import { closeShop, loadShop, SHOP_HELP, SHOP_OPTIONS, type Shop } from '../shop/loadShop.ts';
import { type Settled, settleSession } from '../shop/settleSession.ts';
import { table } from '../table.ts';
import { timeOf } from '../timeOf.ts';

const AT_ONCE = 8;

/** Settles every session that is not final, and every payment whose fulfilment is not done. */
export const reconcile: Command = {
  name: 'reconcile',
  summary: 'Settle all open sessions of a shop by its gateway',
  help: `Usage: hpp-checkout reconcile --handler <file> [options]

  hpp-checkout reconcile --handler ./checkout.ts --env-file .env --since 24h

Asks the gateway about every session that has no final state, calls onPayment for what was paid and not yet fulfilled, and
prints what was and what is now. It does what the handler's sweep does, at once; both may run at the same time.

Exit code 0 when all is clear, 1 when something stays unresolved: no final answer after 15 minutes, onPayment that fails.

Options
${SHOP_HELP}
  --since <when>       How far back to look: 90m, 24h, 7d, or a date such as 2030-01-15. Default 30d`,
  json: '{ ok, since, sessions: [{ sessionId, orderReference, amount, currency, createdAt, was, now, clear, note }] }',
  options: { ...SHOP_OPTIONS, since: { type: 'string' } },
  async run(input, io) {
    atMostWords('reconcile', input, 0);
    const sinceTime = timeOf('--since', text(input.values, 'since') ?? '30d');
    const shop = await loadShop('reconcile', input, io);
    try {
      const since = sinceTime(await shop.store.now());
      const sessions = await settleAll(shop, since, io);
      const ok = sessions.every(({ clear }) => clear);
      const start = new Date(since).toISOString();
      io.result({ ok, since: start, sessions });
      describe(sessions, start, io);
      return ok ? 0 : 1;
    } finally {
      await closeShop(shop);
    }
  },
};

async function settleAll(shop: Shop, since: number, io: Io): Promise<Settled[]> {
  let looked = 0;
  const open = await withProgress(
    io,
    () => `Looking through the store, ${looked} sessions so far`,
    findOpen(shop, since, (count) => {
      looked = count;
    }),
  );
  const settled: Settled[] = [];
  const queue = [...open.entries()];
  let done = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, id] = next;
      settled[place] = await settleSession(shop, id);
      done++;
    }
  });
  await withProgress(io, () => `Settling, ${done} of ${open.length} sessions`, Promise.all(workers));
  return settled;
}

function describe(sessions: readonly Settled[], since: string, io: Io): void {
  if (sessions.length === 0) {
    io.out(`All is clear: no open session since ${since}.`);
    return;
  }
  const rows = sessions.map(({ sessionId, orderReference, amount, currency, createdAt, was, now, note }) => [
    sessionId,
    orderReference,
    `${amount} ${currency}`,
    createdAt,
    was,
    now,
    note,
  ]);
  for (const line of table([['Session', 'Order', 'Amount', 'Created', 'Was', 'Now', ''], ...rows]))
    io.out(line);
  const left = sessions.filter(({ clear }) => !clear).length;
  const looked = `${sessions.length} open since ${since}`;
  io.out(left === 0 ? `All is clear: ${looked}, none unresolved.` : `UNRESOLVED: ${left} of ${looked}.`);
}
