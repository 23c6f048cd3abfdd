import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Sandbox } from 'hpp-checkout/sandbox';
import type { DemoConfig } from './config.ts';
import { forwardTo } from './forwardTo.ts';
import { openParcels } from './merchant/parcels.ts';
import { countScore } from './playground/countScore.ts';
import { createPlug } from './playground/createPlug.ts';
import { createScenarios } from './playground/createScenarios.ts';
import { createTimeline } from './playground/createTimeline.ts';
import { playgroundRoutes } from './playground/playgroundRoutes.ts';
import type { FromShop, ToShop } from './process/messages.ts';
import { startShopProcess } from './process/startShopProcess.ts';

/** How long the shop's server stays away after its plug was pulled, beside the time that it takes to start. */
const AWAY_MS = 1_500;

export interface Backend {
  listener: RequestListener;
  close(): Promise<void>;
}

/** The merchant's server in a process of its own, and on the same origin what the control room needs: scenarios, events and actions. */
export async function createBackend(config: DemoConfig, sandbox: Sandbox): Promise<Backend> {
  const timeline = createTimeline(Date.now);
  const scenarios = createScenarios(sandbox);
  const parcels = openParcels(join(config.dataFolder, 'parcels.sqlite'), Date.now);

  const onMessage = async (message: FromShop, answer: (message: ToShop) => void) => {
    if (message.type === 'event') return timeline.addServerEvent(message.event);
    if (message.type === 'prepare') scenarios.prepare(message.orderReference, message.scenario);
    else if (message.type === 'advance') await sandbox.clock.advance(message.ms);
    else return;
    answer({ type: 'ready', id: message.id });
  };
  const shop = await startShopProcess(config, { onMessage, awayMs: AWAY_MS, wait });
  const plug = createPlug({
    pull: shop.pullThePlug,
    pid: shop.pid,
    tell: timeline.addProcessEvent,
    onError: (error) => console.error(error),
  });
  sandbox.on(timeline.addGatewayEvent);
  sandbox.on(plug.onGatewayEvent);

  const playground = playgroundRoutes({
    shopOrigin: config.shop.origin,
    sandbox,
    scenarios,
    plug,
    timeline,
    score: () => countScore(sandbox.transactions.list(), parcels, sandbox.clock.now()),
  });
  const controlRoom = getRequestListener(playground.fetch, { overrideGlobalObjects: false });
  const toShop = forwardTo(shop.port);
  return {
    listener: (request, response) =>
      request.url?.startsWith('/demo/') ? void controlRoom(request, response) : toShop(request, response),
    async close() {
      await shop.close();
      parcels.close();
    },
  };
}
