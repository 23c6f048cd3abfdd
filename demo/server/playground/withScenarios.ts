import type { Sandbox } from 'hpp-checkout/sandbox';
import type { CheckoutGateway } from 'hpp-checkout/server';

/** How long the payment page lives in the scenario that lets it expire. */
const SHORT_LIFE_MS = 30_000;
const PAGE_DELAY_MS = 9_000;

export interface ScenarioGateway extends CheckoutGateway {
  /** Ends the outage of this order's scenario. */
  endOutage(orderReference: string): void;
}

/**
 * The gateway, with the sandbox set up for the scenario of each order just before its page is created. All of it happens
 * at the gateway: the shop's handler and the widget meet what they would meet in production.
 */
export function withScenarios(gateway: CheckoutGateway, sandbox: Sandbox): ScenarioGateway {
  const faults = new Map<string, string>();
  const outageEnded = new Set<string>();

  function removeFault(orderReference: string): void {
    const id = faults.get(orderReference);
    if (id !== undefined) sandbox.faults.remove(id);
    faults.delete(orderReference);
  }

  function addFault(orderReference: string, scenario: string | undefined): void {
    removeFault(orderReference);
    const add = (fault: Parameters<Sandbox['faults']['add']>[0]) =>
      faults.set(orderReference, sandbox.faults.add(fault).id);
    if (scenario === 'down' && !outageEnded.has(orderReference)) {
      add({ do: 'status', status: 503, match: { operation: 'createHpp', orderReference } });
    }
    // Faults of the page cannot name an order. They strike once, and this order's page is the next one.
    const nextPage = { match: { operation: 'page' }, times: 1 } as const;
    if (scenario === 'slow') add({ do: 'delay', ms: PAGE_DELAY_MS, ...nextPage });
    if (scenario === 'framing') {
      const headers = { 'Content-Security-Policy': "frame-ancestors 'none'" };
      add({ do: 'headers', headers, ...nextPage });
    }
  }

  return {
    ...gateway,
    hpp: {
      async create(request, options) {
        const scenario = request.udf?.scenario;
        addFault(request.orderReference, scenario);
        const session = await gateway.hpp.create(request, options);
        if (scenario !== 'expires') return session;
        // The page really expires at the gateway: the demo uses the sandbox's clock for nothing else.
        await sandbox.clock.advance(session.expiresInMs - SHORT_LIFE_MS);
        return { ...session, expiresInMs: SHORT_LIFE_MS };
      },
    },
    endOutage(orderReference) {
      outageEnded.add(orderReference);
      removeFault(orderReference);
    },
  };
}
