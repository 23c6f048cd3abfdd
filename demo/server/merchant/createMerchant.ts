import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Sandbox } from 'hpp-checkout/sandbox';
import {
  type CheckoutHandler,
  type CheckoutStore,
  createCheckoutHandler,
  createGateway,
} from 'hpp-checkout/server';
import { toNodeHandler } from 'hpp-checkout/server/node';
import { CREDENTIALS, type DemoConfig, PROFILE } from '../config.ts';
import { controls } from '../playground/controlApi.ts';
import { createTimeline } from '../playground/timeline.ts';
import { stageScenarios } from '../playground/withScenarios.ts';
import { payWithoutScript } from './payWithoutScript.ts';
import { resolveOrder } from './resolveOrder.ts';

export interface Merchant {
  handler: CheckoutHandler;
  listener: RequestListener;
}

/** The shop's own server: prices baskets, mounts the checkout handler, ships what was paid. */
export function createMerchant(config: DemoConfig, store: CheckoutStore, sandbox: Sandbox): Merchant {
  const timeline = createTimeline(Date.now);
  sandbox.on(timeline.fromGateway);
  const gateway = stageScenarios(
    createGateway({ baseUrl: config.gateway.origin, ...CREDENTIALS, test: true, profile: PROFILE }),
    sandbox,
  );
  const handler = createCheckoutHandler({
    gateway,
    store,
    publicUrl: `${config.merchant.origin}/checkout`,
    allowedOrigins: [config.shop.origin, config.examples.origin],
    continueUrl: `${config.shop.origin}/shop?returned`,
    shopName: 'Morrow',
    // A basket's reference is random, and known to its own page alone.
    authorize: 'anyone',
    resolveOrder,
    onPayment: (payment) => {
      console.log(`  paid     ${payment.orderReference}  ${payment.amount} ${payment.currency}: ship it`);
    },
    onEvent: timeline.fromServer,
  });
  const checkout = toNodeHandler(handler);
  const control = getRequestListener(
    controls({ shopOrigin: config.shop.origin, sandbox, gateway, timeline }).fetch,
    { overrideGlobalObjects: false },
  );
  return {
    handler,
    listener: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', config.merchant.origin);
      if (pathname === '/pay') void payWithoutScript(handler, config, request, response);
      else if (pathname.startsWith('/demo/')) void control(request, response);
      else checkout(request, response);
    },
  };
}
