import type { CheckoutHandler, CheckoutStore } from 'hpp-checkout/server';
import { createCheckoutHandler, gatewayFromEnv } from 'hpp-checkout/server';
import { sqliteStore } from 'hpp-checkout/server/sqlite';
import { env } from '$env/dynamic/private';
import { env as publicEnv } from '$env/dynamic/public';

/** Yours: what an order costs, from your database. The browser only names the order. Null: it may not be paid. */
function priceOf(order: unknown) {
  if (typeof order !== 'string' || !/^A-\d+$/.test(order)) return null;
  return { orderReference: order, amount: '49.90', currency: 'EUR' };
}

/** "vite dev" loads this module anew at each edit: the store stays, and the newest handler does the work in the background. */
const kept = globalThis as unknown as { checkoutStore?: CheckoutStore };

function createHandler(): CheckoutHandler {
  /** Sessions and payments. For more than one machine: postgresStore or mysqlStore. */
  kept.checkoutStore ??= sqliteStore('data/checkout.db');
  return createCheckoutHandler({
    gateway: gatewayFromEnv({ env }), // the variables HPP_… of .env
    store: kept.checkoutStore,
    publicUrl: publicEnv.PUBLIC_URL ?? '', // http://localhost:5173/checkout
    successUrl: '/thanks',
    failureUrl: '/shop',
    // Whoever names an order may pay it. Yours, for a shop with logins: (request) => the customer who asks, or null.
    authorize: 'anyone',
    resolveOrder: priceOf,
    // Yours: ship. It may be called again after a crash, then with the same key: put that under a unique index.
    onPayment: ({ orderReference, amount, currency }, { idempotencyKey }) => {
      console.log(`Paid: ${orderReference}, ${amount} ${currency} (${idempotencyKey})`);
    },
    onEvent: (event) => {
      if (event.alert) console.error('Somebody should look:', event.type, event.orderReference);
    },
  });
}

let handler: CheckoutHandler | undefined;

/** Made with the first request: "vite build" loads this module too, and need not know any secrets. */
export function checkoutHandler(): CheckoutHandler {
  handler ??= createHandler();
  return handler;
}

/** Where the hosted page comes from. */
export function gatewayOrigin(): string {
  return new URL(env.HPP_BASE_URL ?? '').origin;
}
