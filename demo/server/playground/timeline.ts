import type { SandboxEvent } from 'hpp-checkout/sandbox';
import type { PaymentEvent } from 'hpp-checkout/server';

/** One thing that happened on a server, for the control room's timeline. */
export interface TimelineEvent {
  sequence: number;
  /** Milliseconds since 1970, by the clock of this machine. */
  at: number;
  source: 'server' | 'gateway';
  type: string;
  orderReference: string | null;
  sessionId: string | null;
  correlationId: string | null;
  pspId: string | null;
  data: Readonly<Record<string, unknown>>;
}

export interface Timeline {
  fromServer(event: PaymentEvent): void;
  fromGateway(event: SandboxEvent): void;
  on(listener: (event: TimelineEvent) => void): () => void;
  /** The latest events, oldest first. */
  recent(): readonly TimelineEvent[];
}

const KEPT = 300;

/** Joins what the shop's handler and the sandbox tell, both redacted at their source. */
export function createTimeline(now: () => number): Timeline {
  const listeners = new Set<(event: TimelineEvent) => void>();
  const kept: TimelineEvent[] = [];
  let sequence = 0;
  /** The gateway's number of each payment; what names nothing else is joined by it. */
  const orderOfPsp = new Map<string, string>();
  function add(event: Omit<TimelineEvent, 'sequence' | 'at'>): void {
    const whole = { sequence: ++sequence, at: now(), ...event };
    kept.push(whole);
    if (kept.length > KEPT) kept.shift();
    for (const listener of listeners) listener(whole);
  }
  return {
    fromServer: ({ type, orderReference, sessionId, correlationId, data }) =>
      add({ source: 'server', type, orderReference, sessionId, correlationId, pspId: null, data }),
    fromGateway({ type, orderReference, pspId, data }) {
      if (orderReference !== undefined && pspId !== undefined) orderOfPsp.set(pspId, orderReference);
      const asked = new URLSearchParams(String(data.path ?? '').split('?')[1]);
      const psp = pspId ?? asked.get('PspId');
      add({
        source: 'gateway',
        type,
        orderReference: orderReference ?? asked.get('OrderReference') ?? orderOfPsp.get(psp ?? '') ?? null,
        pspId: psp,
        sessionId: null,
        correlationId: null,
        data,
      });
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    recent: () => [...kept],
  };
}
