import { js, type OnScreen } from './snippet.ts';

/** The shop's server: the part that knows prices, languages and customers. */
export function node({ settings, shopOrigin, merchantOrigin, gatewayOrigin }: OnScreen): string {
  const { lang, cards } = settings;
  const facts = [
    'orderReference: order.reference',
    "amount: order.total, // '119.30', or minor units as a bigint",
    "currency: 'EUR'",
    ...(lang === 'en' ? [] : [`language: ${js(lang)}`]),
    ...(cards
      ? ['client: { clientAccount: order.customerId }', 'configuration: { showSavedCards: true }']
      : []),
  ].map((line) => `      ${line.includes(' //') ? line : `${line},`}`);
  return `import { createServer } from 'node:http';
import { createCheckoutHandler, gatewayFromEnv } from 'hpp-checkout/server';
import { closeOnSignal, toNodeHandler } from 'hpp-checkout/server/node';
import { sqliteStore } from 'hpp-checkout/server/sqlite';

const handler = createCheckoutHandler({
  // HPP_BASE_URL (here ${gatewayOrigin}), HPP_CLIENT_ID, HPP_CLIENT_SECRET, HPP_SIGNATURE_SECRET, HPP_TEST
  gateway: gatewayFromEnv(),
  store: sqliteStore('payments.sqlite'),
  publicUrl: ${js(`${merchantOrigin}/checkout`)},
  allowedOrigins: [${js(shopOrigin)}],
  authorize: 'anyone', // or a function that says who asks
  resolveOrder: async (basket) => {
    const order = await priceOf(basket); // your own prices, never the browser's
    return order && {
${facts.join('\n')}
    };
  },
  onPayment: async (payment, { idempotencyKey }) => {
    await ship(payment.orderReference, idempotencyKey);
  },
});

const server = createServer(toNodeHandler(handler)).listen(${new URL(merchantOrigin).port || 443});
closeOnSignal(server, handler);
`;
}
