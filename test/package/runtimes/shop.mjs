import { createCheckoutHandler, createGateway, memoryStore } from 'hpp-checkout/server';

/**
 * What a merchant has on any runtime: the handler at `/checkout`, and beside it the bare gateway client, for the test to
 * drive. Its transport is the runtime's default one; `fetched` tells how often that was the platform's `fetch`.
 */
export function createShop({ gatewayUrl, publicUrl, clientId, clientSecret, signatureSecret }, options = {}) {
  const gateway = createGateway({ baseUrl: gatewayUrl, clientId, clientSecret, signatureSecret, test: true });
  const fulfilled = [];
  const notified = [];
  const handler = createCheckoutHandler({
    gateway,
    store: memoryStore(),
    publicUrl: `${publicUrl}/checkout`,
    authorize: 'anyone',
    resolveOrder: (order) => ({ orderReference: String(order), amount: '49.90', currency: 'EUR' }),
    onPayment: ({ orderReference, amount }) => {
      fulfilled.push({ orderReference, amount });
    },
    ...options,
  });

  let fetched = 0;
  const platformFetch = globalThis.fetch;
  globalThis.fetch = (...args) => {
    fetched += 1;
    return platformFetch(...args);
  };

  const routes = {
    '/gateway/create': async (request) =>
      gateway.hpp.create({
        ...(await request.json()),
        amount: '10.00',
        currency: 'EUR',
        redirectionUrl: `${publicUrl}/thanks`,
        callBackUrl: `${publicUrl}/gateway/notify`,
      }),
    '/gateway/retrieve': async (request) => gateway.transactions.retrieve(await request.json()),
    '/gateway/notify': async (request) => {
      const { state, orderReference, amount } = await gateway.notifications.verify(request);
      notified.push({ state, orderReference, amount });
      return {};
    },
    '/seen': async () => ({ fetched, fulfilled, notified }),
  };

  return {
    handler,
    async fetch(request, context) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/checkout/')) return handler.fetch(request, context);
      try {
        return Response.json(await routes[pathname](request));
      } catch (error) {
        return Response.json(
          { error: error.name, code: error.code, message: error.message },
          { status: 400 },
        );
      }
    },
  };
}
