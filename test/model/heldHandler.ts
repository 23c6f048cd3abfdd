import { createCheckoutHandler } from '../../src/merchant/createCheckoutHandler.ts';
import type { PaymentEvent } from '../../src/merchant/observe/events.ts';
import type { CheckoutHandler } from '../../src/merchant/options.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import type { FakeGateway } from '../support/fakeGateway.ts';
import { BASE } from './requestOf.ts';
import type { Call, Turnstile } from './turnstile.ts';

const LIMIT = 1_000_000;

export interface HeldHandlerOptions {
  readonly gateway: FakeGateway;
  readonly store: CheckoutStore;
  /** Holds the handler at every call; `null`: it runs. */
  readonly turnstile: Turnstile | null;
  /** The sessions whose `onPayment` was called. */
  readonly calls: string[];
  /** All that was written or answered. */
  readonly told: string[];
  /** Which rules were broken. */
  readonly wrong: string[];
  readonly clock: { now(): number; tick(): void };
}

/** The real handler, held at each call of store, gateway and hook. */
export function heldHandler({
  gateway,
  store,
  turnstile,
  calls,
  told,
  wrong,
  clock,
}: HeldHandlerOptions): CheckoutHandler {
  const note = (fields: object, message: string) => told.push(JSON.stringify({ ...fields, message }));
  const pass = async (call: Call) => turnstile?.pass(call);
  return createCheckoutHandler(
    {
      gateway: {
        ...gateway,
        hpp: {
          create: async (request) => {
            await pass('create');
            if (gateway.created.some(({ uniqueReference }) => uniqueReference === request.uniqueReference))
              wrong.push('rule 5: a page was asked for twice');
            return gateway.hpp.create(request);
          },
        },
        transactions: {
          retrieve: async (reference) => {
            await pass('ask');
            return gateway.transactions.retrieve(reference);
          },
        },
      },
      store: turnstile?.guard(store) ?? store,
      publicUrl: BASE,
      authorize: 'anyone',
      resolveOrder: () => ({ orderReference: 'A-1', amount: '49.90', currency: 'EUR' }),
      onPayment: async ({ sessionId }) => {
        await pass('hook');
        calls.push(sessionId);
      },
      onEvent: (event: PaymentEvent) => told.push(JSON.stringify(event)),
      logger: { debug: note, info: note, warn: note, error: note },
      sweepEveryMs: false,
      limits: {
        pollIntervalMs: 0,
        sessionsPerAddress: LIMIT,
        sessionsPerOrder: LIMIT,
        sessionsPerOrderInTotal: LIMIT,
      },
    },
    {
      monotonic: clock.now,
      wall: clock.now,
      wait: async () => {
        clock.tick();
        await new Promise(setImmediate);
      },
      fetch: () => Promise.reject(new Error('no hosted page')),
      later: () => () => {},
      timeouts: { storeNotificationMs: 120_000, bodyMs: 120_000, concurrentRequestMs: 0 },
    },
  );
}
