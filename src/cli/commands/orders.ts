import { atMostWords, type Command, type Input, oneOf, text, UsageError } from '../command.ts';
import { closeShop, loadShop, SHOP_HELP, SHOP_OPTIONS, type Shop } from '../shop/loadShop.ts';
import { askOrder, retryOrder, showOrder } from '../shop/orders/oneOrder.ts';
import { listStuck, readStuckQuery } from '../shop/orders/stuck.ts';

const ACTIONS = ['stuck', 'show', 'ask', 'retry'] as const;
const LIST_OPTIONS = ['limit', 'since', 'after'];

/** The back office on the command line. */
export const orders: Command = {
  name: 'orders',
  summary: 'What is stuck and why, all that happened to an order, and "ask the gateway now"',
  help: `Usage: hpp-checkout orders [stuck] --handler <file> [options]
       hpp-checkout orders show <order reference> --handler <file>
       hpp-checkout orders ask <order reference> --handler <file>
       hpp-checkout orders retry <order reference> --handler <file>

  hpp-checkout orders --handler ./checkout.ts --env-file .env --since 7d

stuck   What is stuck, why, since when and what to do: paid and not fulfilled, held, unresolved, pending for too long,
        not told (onUnpaid, onPending), without details, due and not swept, notifications of no session. Exit code 1 when something is: for cron
show    All that happened to one order, from the click to the fulfilment: sessions, notifications, events, with times,
        durations and who did it
ask     Asks the gateway about the order now, settles it, and says what it answered and what followed. Exit code 1 when
        something about the order stays stuck, or the gateway did not answer
retry   Calls onPayment now for an order that is paid and not fulfilled. Exit code 1 when it fails again

The id of one of its sessions, as log lines have it, names an order too. May run beside the shop, any number of times: all take the same leases. It sees the orders of the handler's mode, test or
live, and no others. An order that nobody knows, and a store that does not open, are exit code 1 too; with --json they have
"error" in place of "ok". "reconcile" settles all that is open at once.

Options
${SHOP_HELP}
  --since <when>       stuck: only what got stuck since then: 90m, 24h, 7d, or a date such as 2030-01-15. Default: all
  --limit <n>          stuck: so many at most, 1 to 1000. Default 100
  --after <place>      stuck: the next page, as the last one named it`,
  json: 'stuck: { ok, stuck: [{ reason, orderReference, sessionId, pspId, amount, currency, status, since, attempts, lastError, explanation, remedy }], next }; show: { ok, order }; ask: { ok, sessions, followed, order }; retry: { ok, result, order }',
  options: {
    ...SHOP_OPTIONS,
    since: { type: 'string' },
    limit: { type: 'string' },
    after: { type: 'string' },
  },
  async run(input, io) {
    const work = read(input);
    const shop = await loadShop('orders', input, io);
    try {
      return await work(shop, io);
    } finally {
      await closeShop(shop);
    }
  },
};

/** What is to be done, before the shop is loaded: what was typed wrongly is told at once. */
function read(input: Input): (shop: Shop, io: Parameters<Command['run']>[1]) => Promise<number> {
  const [typed = 'stuck', orderReference] = input.positionals;
  const action = oneOf('orders', typed, ACTIONS);
  if (action === 'stuck') {
    atMostWords('orders stuck', input, 1);
    const query = readStuckQuery(input);
    return (shop, io) => listStuck(shop, query, io);
  }
  atMostWords(`orders ${action}`, input, 2);
  const foreign = LIST_OPTIONS.find((name) => text(input.values, name) !== undefined);
  if (foreign !== undefined) throw new UsageError(`orders ${action}: --${foreign} is for "orders stuck".`);
  if (orderReference === undefined || orderReference === '') {
    throw new UsageError(`orders ${action}: expected an order reference: orders ${action} A-1001`);
  }
  const run = { show: showOrder, ask: askOrder, retry: retryOrder }[action];
  return (shop, io) => run(shop, orderReference, io);
}
