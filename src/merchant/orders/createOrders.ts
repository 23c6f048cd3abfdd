import { type AskGatewayContext, askGateway, retryFulfilment } from './askGateway.ts';
import { createListStuck, type ListStuckContext } from './listStuck.ts';
import { shown } from './shown.ts';
import { showOrder } from './showOrder.ts';
import type { Orders } from './types.ts';

export interface OrdersContext extends AskGatewayContext, ListStuckContext {
  readonly store: AskGatewayContext['store'] & ListStuckContext['store'];
}

/** The calls of a back office. */
export function createOrders(context: OrdersContext): Orders {
  const { ready } = context;
  const listStuck = createListStuck(context);
  const named = (call: string, orderReference: string) => {
    if (typeof orderReference === 'string' && orderReference !== '') return ready();
    throw new TypeError(
      `orders.${call}: expected an order reference as resolveOrder names it, such as "A-1001", got ${shown(orderReference)}.`,
    );
  };
  return {
    stuck: listStuck,
    async show(orderReference) {
      await named('show', orderReference);
      return showOrder(context, orderReference);
    },
    async ask(orderReference) {
      await named('ask', orderReference);
      return askGateway(context, orderReference);
    },
    async retry(orderReference) {
      await named('retry', orderReference);
      return retryFulfilment(context, orderReference);
    },
  };
}
