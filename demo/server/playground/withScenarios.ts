import type { Sandbox } from 'hpp-checkout/sandbox';
import type { CheckoutGateway } from 'hpp-checkout/server';

/** Life of the payment page in the scenario that lets it run out, in ms. */
const SHORT_LIFE_MS = 30_000;
const PAGE_DELAY_MS = 9_000;

export interface StagedGateway extends CheckoutGateway {
  /** Ends the outage of this order's scenario. */
  bringBack(orderReference: string): void;
}

/**
 * The gateway, with the sandbox set up for the scenario of each order just before its page is created. All of it happens at
 * the far end of the wire: the shop's handler and the widget meet what they would meet in the wild.
 */
export function stageScenarios(gateway: CheckoutGateway, sandbox: Sandbox): StagedGateway {
  const faults = new Map<string, string>();
  const broughtBack = new Set<string>();

  function clear(orderReference: string): void {
    const id = faults.get(orderReference);
    if (id !== undefined) sandbox.faults.remove(id);
    faults.delete(orderReference);
  }

  function stage(orderReference: string, scenario: string | undefined): void {
    clear(orderReference);
    if (scenario === 'down' && !broughtBack.has(orderReference)) {
      const match = { operation: 'createHpp', orderReference } as const;
      faults.set(orderReference, sandbox.faults.add({ do: 'status', status: 503, match }).id);
    }
    // Faults of the page cannot name an order; they strike once, and this order's page is the next one.
    const page = { match: { operation: 'page' }, times: 1 } as const;
    if (scenario === 'slow') {
      faults.set(orderReference, sandbox.faults.add({ do: 'delay', ms: PAGE_DELAY_MS, ...page }).id);
    }
    if (scenario === 'framing') {
      const headers = { 'Content-Security-Policy': "frame-ancestors 'none'" };
      faults.set(orderReference, sandbox.faults.add({ do: 'headers', headers, ...page }).id);
    }
  }

  return {
    ...gateway,
    hpp: {
      async create(request, options) {
        stage(request.orderReference, request.udf?.scenario);
        const session = await gateway.hpp.create(request, options);
        if (request.udf?.scenario !== 'expires') return session;
        // The page really dies at the gateway; its clock has no other use in a demo.
        await sandbox.clock.advance(session.expiresInMs - SHORT_LIFE_MS);
        return { ...session, expiresInMs: SHORT_LIFE_MS };
      },
    },
    bringBack(orderReference) {
      broughtBack.add(orderReference);
      clear(orderReference);
    },
  };
}
