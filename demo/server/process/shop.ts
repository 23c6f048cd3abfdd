/*
 * The shop's server, in a process of its own: what a shop runs, and nothing else. The control room can kill it.
 */
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createGateway } from 'hpp-checkout/server';
import { toNodeHandler } from 'hpp-checkout/server/node';
import { sqliteStore } from 'hpp-checkout/server/sqlite';
import { CREDENTIALS, PROFILE, readConfig } from '../config.ts';
import { listen, stop } from '../listen.ts';
import { createMerchant } from '../merchant/createMerchant.ts';
import { openParcels } from '../merchant/parcels.ts';
import { withBrand } from '../playground/withBrand.ts';
import { withScenarios } from '../playground/withScenarios.ts';
import { demoAsker } from './askDemo.ts';
import type { FromShop, ToShop } from './messages.ts';

const tell = (message: FromShop) => void process.send?.(message);

try {
  const config = readConfig(process.env, '');
  const parcels = openParcels(join(config.dataFolder, 'parcels.sqlite'), Date.now);
  const store = sqliteStore(join(config.dataFolder, 'shop.sqlite'));
  await store.ready();
  const gateway = withScenarios(
    createGateway({ baseUrl: config.gateway.local, ...CREDENTIALS, test: true, profile: PROFILE }),
    demoAsker(process),
  );
  const { handler, routes } = createMerchant(config, store, gateway, {
    onEvent: (event) => tell({ type: 'event', event }),
    ship: parcels.ship,
  });
  const checkout = toNodeHandler({ fetch: withBrand(handler.fetch, config.shop.local, fetch) });
  const others = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  const server = await listen(
    (request, response) =>
      request.url?.startsWith('/checkout/') ? checkout(request, response) : void others(request, response),
    0,
    "the shop's server",
  );
  const close = async () => {
    await stop(server);
    await handler.close();
    await store.close();
    parcels.close();
    process.exit(0);
  };
  // Ctrl-C reaches all processes of a terminal; the demo says when this one ends.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
  process.on('message', ({ type }: ToShop) => {
    if (type === 'close') void close();
  });
  const address = server.address();
  tell({ type: 'open', port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
} catch (error) {
  tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
