import { atMostWords, type Command, text, UsageError } from '../command.ts';
import { closeShop, loadShop, SHOP_HELP, SHOP_OPTIONS } from '../shop/loadShop.ts';
import { askOrder } from '../shop/orders/oneOrder.ts';

/** The name that "orders ask" had first. */
export const replay: Command = {
  name: 'replay',
  summary: 'The former name of "orders ask"',
  help: `Usage: hpp-checkout replay <session id> --handler <file> [options]
       hpp-checkout replay --order <reference> --handler <file> [options]

  hpp-checkout replay --order A-1001 --handler ./checkout.ts --env-file .env

The same as "hpp-checkout orders ask A-1001", under the name that it had first.

Options
  --order <reference>  The order
${SHOP_HELP}`,
  json: '{ ok, sessions, followed, order }',
  options: { ...SHOP_OPTIONS, order: { type: 'string' } },
  async run(input, io) {
    atMostWords('replay', input, 1);
    const [id] = input.positionals;
    const named = [id, text(input.values, 'order')].filter((each) => each !== undefined);
    const [only] = named;
    if (only === undefined || named.length > 1) {
      throw new UsageError('replay: expected one session id, or --order <reference>.');
    }
    const shop = await loadShop('replay', input, io);
    try {
      return await askOrder(shop, only, io);
    } finally {
      await closeShop(shop);
    }
  },
};
