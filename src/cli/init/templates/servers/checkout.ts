import { createCheckoutHandler, gatewayFromEnv } from 'hpp-checkout/server';
import { sqliteStore } from 'hpp-checkout/server/sqlite';

/** Under this address browsers and the gateway reach the handler: http://localhost:3000/checkout */
const publicUrl = process.env.PUBLIC_URL ?? '';

/** Yours: what an order costs, from your database. The browser only names the order. Null: it may not be paid. */
function priceOf(order: unknown) {
  if (typeof order !== 'string' || !/^A-\d+$/.test(order)) return null;
  return { orderReference: order, amount: '49.90', currency: 'EUR' };
}

/** Sessions and payments. For more than one machine: postgresStore or mysqlStore. */
export const store = sqliteStore('data/checkout.db');

export const handler = createCheckoutHandler({
  gateway: gatewayFromEnv(), // the variables HPP_… of .env
  store,
  publicUrl,
  successUrl: '/thanks',
  failureUrl: '/',
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
