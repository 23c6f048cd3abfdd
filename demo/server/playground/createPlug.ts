import type { SandboxEvent } from 'hpp-checkout/sandbox';

export interface Plug {
  /** From now on the shop's server dies when the bank says yes to this order, before anybody has told it. */
  arm(orderReference: string): void;
  onGatewayEvent(event: SandboxEvent): void;
}

export interface PlugContext {
  /** SIGKILL, and a start anew. Resolves once the server listens again. */
  pull: () => Promise<void>;
  pid: () => number | null;
  tell: (type: 'killed' | 'restarted', orderReference: string, data: Record<string, unknown>) => void;
  onError: (error: unknown) => void;
}

/** Pulls the plug of the shop's server at the worst moment: the money is taken, and the shop does not know it yet. */
export function createPlug({ pull, pid, tell, onError }: PlugContext): Plug {
  const armed = new Set<string>();
  return {
    arm: (orderReference) => void armed.add(orderReference),
    onGatewayEvent({ type, orderReference, data }) {
      if (type !== 'transaction.changed' || data.state !== 'processed' || orderReference === undefined)
        return;
      if (!armed.delete(orderReference)) return;
      tell('killed', orderReference, { signal: 'SIGKILL', pid: pid() });
      pull().then(() => tell('restarted', orderReference, { pid: pid() }), onError);
    },
  };
}
