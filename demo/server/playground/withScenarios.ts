import type { CheckoutGateway } from 'hpp-checkout/server';

/** How long the payment page lives in the scenario that lets it expire. */
const SHORT_LIFE_MS = 30_000;

/** What the gateway is told before and after the page of an order is made. */
export type ScenarioStep =
  | { type: 'prepare'; orderReference: string; scenario: string | undefined }
  | { type: 'advance'; ms: number };

/**
 * The gateway, set up for the scenario of each order just before its page is created. All of it happens at the gateway: the shop's
 * handler and the widget meet what they would meet in production.
 *
 * @param ask has the gateway do a step, and waits until it is done.
 */
export function withScenarios(
  gateway: CheckoutGateway,
  ask: (step: ScenarioStep) => Promise<void>,
): CheckoutGateway {
  return {
    ...gateway,
    hpp: {
      async create(request, options) {
        const { orderReference, udf } = request;
        const scenario = udf?.scenario;
        await ask({ type: 'prepare', orderReference, scenario });
        const session = await gateway.hpp.create(request, options);
        if (scenario !== 'expires') return session;
        // The page really expires at the gateway: the demo uses the sandbox's clock for nothing else.
        await ask({ type: 'advance', ms: session.expiresInMs - SHORT_LIFE_MS });
        return { ...session, expiresInMs: SHORT_LIFE_MS };
      },
    },
  };
}
