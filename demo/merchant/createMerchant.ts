import type { RequestListener } from 'node:http';
import {
  type CheckoutHandler,
  type CheckoutStore,
  createCheckoutHandler,
  createGateway,
} from 'hpp-checkout/server';
import { toNodeHandler } from 'hpp-checkout/server/node';
import { CREDENTIALS, type DemoConfig } from '../config.ts';
import { type Basket, parseBasket, priceOf } from './basket.ts';
import { CURRENCY } from './catalogue.ts';
import { payWithoutScript } from './payWithoutScript.ts';

export interface Merchant {
  handler: CheckoutHandler;
  listener: RequestListener;
}

/** The shop's own server: prices baskets, mounts the checkout handler, ships what was paid. */
export function createMerchant(config: DemoConfig, store: CheckoutStore): Merchant {
  const gateway = createGateway({ baseUrl: config.gateway.origin, ...CREDENTIALS, test: true });
  const handler = createCheckoutHandler({
    gateway,
    store,
    publicUrl: `${config.merchant.origin}/checkout`,
    allowedOrigins: [config.shop.origin],
    successUrl: config.shop.origin,
    failureUrl: config.shop.origin,
    resolveOrder: (order) => {
      const basket = parseBasket(order);
      return basket === null
        ? null
        : { orderReference: referenceOf(basket), amount: priceOf(basket), currency: CURRENCY };
    },
    onPayment: (payment) => {
      console.log(`  paid     ${payment.orderReference}  ${payment.amount} ${payment.currency}: ship it`);
    },
  });
  const checkout = toNodeHandler(handler);
  return {
    handler,
    listener: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', config.merchant.origin);
      if (pathname === '/pay') payWithoutScript(handler, config, request, response);
      else checkout(request, response);
    },
  };
}

/** The basket's content is part of the reference: a changed basket is another order. */
function referenceOf(basket: Basket): string {
  return `BASKET-${basket.id}-${basket.items.map(({ sku, quantity }) => `${sku}${quantity}`).join('-')}`;
}
