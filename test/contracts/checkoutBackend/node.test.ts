import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import { toNodeHandler } from '../../../src/merchant/node.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { checkoutBackendContract } from '../checkoutBackend.ts';

checkoutBackendContract('the Node handler', async ({ gatewayUrl, shopOrigin, ...credentials }) => {
  const fulfilled: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/checkout`;
  const silent = () => {};
  const handler = createCheckoutHandler({
    gateway: createGateway({ baseUrl: gatewayUrl, ...credentials, test: true, retries: 0 }),
    store: memoryStore(),
    publicUrl,
    allowedOrigins: [shopOrigin],
    authorize: 'anyone',
    resolveOrder: (order) =>
      typeof order === 'string' && /^A-\d+$/.test(order)
        ? { orderReference: order, amount: '49.90', currency: 'EUR' }
        : null,
    onPayment: ({ orderReference }) => {
      fulfilled.push(orderReference);
    },
    limits: { pollIntervalMs: 200, sessionsPerAddress: 1000, sessionsPerOrder: 1000 },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
  server.on('request', toNodeHandler(handler));
  return {
    publicUrl,
    fulfilled: () => fulfilled,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await handler.close();
    },
  };
});
