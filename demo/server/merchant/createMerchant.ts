import { Hono } from 'hono';
import { cors } from 'hono/cors';
import {
  type CheckoutGateway,
  type CheckoutHandler,
  type CheckoutStore,
  createCheckoutHandler,
  type PaymentEvent,
} from 'hpp-checkout/server';
import type { DemoConfig } from '../config.ts';
import { parseItems } from './parseBasket.ts';
import { quoteFor } from './prices.ts';
import { resolveOrder } from './resolveOrder.ts';

export interface Merchant {
  handler: CheckoutHandler;
  /** What the shop's server answers beside the handler's `/checkout`: `/quote`. */
  routes: Hono;
}

export interface MerchantHooks {
  onEvent: (event: PaymentEvent) => void;
  /** Sends a parcel, once for each idempotency key. */
  ship: (orderReference: string, idempotencyKey: string) => void;
}

/** The shop's own server: prices baskets, mounts the checkout handler, ships what was paid. */
export function createMerchant(
  config: Pick<DemoConfig, 'merchant' | 'shop' | 'examples'>,
  store: CheckoutStore,
  gateway: CheckoutGateway,
  { onEvent, ship }: MerchantHooks,
): Merchant {
  const handler = createCheckoutHandler({
    gateway,
    store,
    publicUrl: `${config.merchant.origin}/checkout`,
    allowedOrigins: [config.shop.origin, config.examples.origin],
    continueUrl: `${config.shop.origin}/shop?returned`,
    shopName: 'Morrow',
    shopStyle: { accent: '#264a3f', onAccent: '#fdfbf5' },
    // A basket's reference is random, and known to its own page alone.
    authorize: 'anyone',
    resolveOrder,
    onPayment: (payment, { idempotencyKey }) => {
      ship(payment.orderReference, idempotencyKey);
      console.log(`  paid     ${payment.orderReference}  ${payment.amount} ${payment.currency}: ship it`);
    },
    onEvent,
  });
  const routes = new Hono();
  routes.get('/quote', cors({ origin: config.shop.origin }), (context) => {
    const items = parseItems(context.req.query('items'));
    context.header('cache-control', 'no-store');
    return items === null
      ? context.json({ error: 'Expected items=[{"sku":…,"quantity":…}] of products that we sell.' }, 400)
      : context.json(quoteFor(items));
  });
  return { handler, routes };
}
