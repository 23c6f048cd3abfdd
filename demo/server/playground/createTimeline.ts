import type { SandboxEvent } from 'hpp-checkout/sandbox';
import type { PaymentEvent } from 'hpp-checkout/server';
import type { TimelineEvent } from '../../wire/timelineEvent.ts';
import { basketIdOf } from '../merchant/orderReference.ts';

export interface Timeline {
  addServerEvent(event: PaymentEvent): void;
  addGatewayEvent(event: SandboxEvent): void;
  /** What became of the process of the shop's server. */
  addProcessEvent(type: 'killed' | 'restarted', orderReference: string, data: Record<string, unknown>): void;
  /** @returns removes the listener. */
  on(listener: (event: TimelineEvent) => void): () => void;
  /** The latest events, oldest first. */
  recent(): readonly TimelineEvent[];
}

const MAX_KEPT = 300;

/** Joins the events of the shop's handler and of the sandbox; both redact them at their source. */
export function createTimeline(now: () => number): Timeline {
  const listeners = new Set<(event: TimelineEvent) => void>();
  const kept: TimelineEvent[] = [];
  let sequence = 0;
  /** The gateway's events of a payment name the order, or only the gateway's number of it. */
  const orderOfPsp = new Map<string, string>();

  function add(facts: Omit<TimelineEvent, 'sequence' | 'at' | 'basketId'>): void {
    const basketId = facts.orderReference === null ? null : basketIdOf(facts.orderReference);
    const event = { sequence: ++sequence, at: now(), basketId, ...facts };
    kept.push(event);
    if (kept.length > MAX_KEPT) kept.shift();
    for (const listener of listeners) listener(event);
  }
  return {
    addServerEvent: ({ type, orderReference, sessionId, correlationId, data }) =>
      add({ source: 'server', type, orderReference, sessionId, correlationId, pspId: null, data }),
    addProcessEvent: (type, orderReference, data) =>
      add({
        source: 'server',
        type,
        orderReference,
        sessionId: null,
        correlationId: null,
        pspId: null,
        data,
      }),
    addGatewayEvent({ type, orderReference, pspId, data }) {
      if (orderReference !== undefined && pspId !== undefined) orderOfPsp.set(pspId, orderReference);
      const query = new URLSearchParams(String(data.path ?? '').split('?')[1]);
      const psp = pspId ?? query.get('PspId');
      add({
        source: 'gateway',
        type,
        orderReference: orderReference ?? query.get('OrderReference') ?? orderOfPsp.get(psp ?? '') ?? null,
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
