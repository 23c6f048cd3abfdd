import type { Sandbox } from 'hpp-checkout/sandbox';

const PAGE_DELAY_MS = 9_000;

export interface Scenarios {
  /** Sets the sandbox up for the next page of this order. */
  prepare(orderReference: string, scenario: string | undefined): void;
  /** Ends the outage of this order's scenario. */
  endOutage(orderReference: string): void;
}

/** The faults of each scenario, at the sandbox. */
export function createScenarios(sandbox: Pick<Sandbox, 'faults'>): Scenarios {
  const faults = new Map<string, string>();
  const outageEnded = new Set<string>();

  function removeFault(orderReference: string): void {
    const id = faults.get(orderReference);
    if (id !== undefined) sandbox.faults.remove(id);
    faults.delete(orderReference);
  }

  return {
    prepare(orderReference, scenario) {
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
    },
    endOutage(orderReference) {
      outageEnded.add(orderReference);
      removeFault(orderReference);
    },
  };
}
