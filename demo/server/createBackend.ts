import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Sandbox } from 'hpp-checkout/sandbox';
import { type CheckoutHandler, type CheckoutStore, createGateway } from 'hpp-checkout/server';
import { toNodeHandler } from 'hpp-checkout/server/node';
import { CREDENTIALS, type DemoConfig, PROFILE } from './config.ts';
import { createMerchant } from './merchant/createMerchant.ts';
import { createTimeline } from './playground/createTimeline.ts';
import { playgroundRoutes } from './playground/playgroundRoutes.ts';
import { withScenarios } from './playground/withScenarios.ts';

export interface Backend {
  handler: CheckoutHandler;
  listener: RequestListener;
}

/** The merchant's server, and on the same origin what the control room needs of it: scenarios, events and actions. */
export function createBackend(config: DemoConfig, store: CheckoutStore, sandbox: Sandbox): Backend {
  const timeline = createTimeline(Date.now);
  sandbox.on(timeline.addGatewayEvent);
  const gateway = withScenarios(
    createGateway({ baseUrl: config.gateway.origin, ...CREDENTIALS, test: true, profile: PROFILE }),
    sandbox,
  );
  const { handler, routes } = createMerchant(config, store, gateway, timeline.addServerEvent);
  routes.route('/demo', playgroundRoutes({ shopOrigin: config.shop.origin, sandbox, gateway, timeline }));
  const checkout = toNodeHandler(handler);
  const others = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  return {
    handler,
    listener: (request, response) =>
      request.url?.startsWith('/checkout/') ? checkout(request, response) : void others(request, response),
  };
}
