import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentEvent } from '../../../src/merchant/observe/events.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  // Node tells of an unhandled rejection after the turn that left it.
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

const ways: Record<string, (event: PaymentEvent) => unknown> = {
  throws: () => {
    throw new Error('a bug in the shop');
  },
  'throws undefined': () => {
    throw undefined;
  },
  rejects: () => Promise.reject(new Error('a bug in the shop')),
  'rejects with null': () => Promise.reject(null),
  hangs: () => new Promise(() => {}),
  'answers something that throws when it is looked at': () =>
    Object.defineProperty({}, 'then', {
      get() {
        throw new Error('a bug in the shop');
      },
    }),
};

describe.each(Object.keys(ways))('T54 an onEvent that %s', (way) => {
  it('changes no answer, no payment and no fulfilment', async () => {
    const told: string[] = [];
    const harness = handlerHarness({
      handler: {
        onEvent: (event) => {
          told.push(event.type);
          return ways[way]?.(event);
        },
      },
    });
    const opened = await harness.open();
    expect(opened.status).toBe(201);
    const { sessionId } = await opened.json();
    harness.gateway.pay();
    expect((await harness.get(`/return/${sessionId}/success`)).status).toBe(200);
    expect((await harness.notify()).status).toBe(200);
    expect(await harness.status(sessionId)).toEqual({ status: 'completed', orderReference: 'A-1' });
    expect(harness.payments).toHaveLength(1);
    expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('done');
    expect(await harness.handler.sweep()).toMatchObject({ failed: 0 });
    expect(told).toEqual(expect.arrayContaining(['session_created', 'returned', 'completed', 'fulfilled']));
  });
});
