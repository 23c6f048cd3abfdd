import { describe, expect, it } from 'vitest';
import { GatewayRejectedError } from '../../../src/gateway/errors/answerErrors.ts';
import { serverSession } from '../../../src/merchant/session/serverSession.ts';
import { CheckoutSessionError } from '../../../src/merchant/session/sessionError.ts';
import { StoreError } from '../../../src/merchant/store/storeError.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

async function refusal(session: Promise<unknown>): Promise<CheckoutSessionError> {
  const error = await session.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CheckoutSessionError);
  return error as CheckoutSessionError;
}

describe('createSession', () => {
  it('gives what POST /session gives, for the same page', async () => {
    const harness = handlerHarness();
    const session = await harness.handler.createSession('A-1');
    expect(session).toEqual(await (await harness.open('A-1')).json());
    expect(harness.gateway.created).toHaveLength(1);
    expect(harness.events.find(({ type }) => type === 'session_created')?.data).toMatchObject({
      reason: 'server',
    });
  });

  it('M21 asks resolveOrder with the reason "server", and not authorize', async () => {
    const seen: unknown[] = [];
    const harness = handlerHarness({
      handler: {
        authorize: () => null,
        resolveOrder: (order, context) => {
          seen.push([order, context]);
          return { orderReference: 'A-1', amount: '1.00', currency: 'EUR' };
        },
      },
    });
    await harness.handler.createSession({ basket: 7 }, { correlationId: 'mail-2024-11' });
    expect(seen).toEqual([[{ basket: 7 }, { reason: 'server', request: null, principal: null }]]);
    const [stored] = await harness.store.findSessions({ orderReference: 'A-1', test: true });
    expect(stored?.value).toMatchObject({ correlationId: 'mail-2024-11', order: '{"basket":7}' });
  });

  it('makes one page of 64 calls at once, and no rate limit counts them', async () => {
    const harness = handlerHarness();
    const sessions = await Promise.all(
      Array.from({ length: 64 }, () => harness.handler.createSession('A-1')),
    );
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(harness.gateway.created).toHaveLength(1);
  });

  it('says by its code why there is none', async () => {
    const harness = handlerHarness();
    const { createSession } = harness.handler;
    expect(await refusal(createSession('none'))).toMatchObject({ code: 'order_not_found' });
    expect(await refusal(createSession('x'.repeat(5_000)))).toMatchObject({ code: 'body_too_large' });
    const { sessionId } = await createSession('A-1');
    harness.advance(110_000);
    const busy = await refusal(createSession('A-1'));
    expect(busy).toMatchObject({ code: 'session_in_progress', sessionId });
    expect(busy.retryAfterMs).toBeGreaterThan(5_000);
    harness.gateway.pay();
    await harness.notify();
    const paid = await refusal(createSession('A-1'));
    expect(paid).toMatchObject({ code: 'already_completed', sessionId, orderReference: 'A-1' });
    harness.gateway.down.add('create');
    expect(await refusal(createSession('A-2'))).toMatchObject({
      code: 'gateway_unavailable',
      retryAfterMs: 2_000,
    });
    harness.gateway.down.clear();
    harness.gateway.before.create = () => {
      throw new GatewayRejectedError('refused', {
        errorMessage: 'INVALID_FIELD',
        gatewayCode: 'INVALID_FIELD',
      });
    };
    expect(await refusal(createSession('A-3'))).toMatchObject({ code: 'gateway_refused' });
  });

  it('keeps the cause of what the shop’s own function did', async () => {
    const harness = handlerHarness({
      handler: {
        resolveOrder: () => {
          throw new Error('database down');
        },
      },
    });
    const error = await refusal(harness.handler.createSession('A-1'));
    expect(error).toMatchObject({ code: 'internal_error', cause: { name: 'MerchantError' } });
    expect(error.message).toBe('Something went wrong on our side.');
  });

  it('is logged under the name that the shop gave it, and a refusal is its own cause', async () => {
    const { handler, logs } = handlerHarness({
      handler: { resolveOrder: (order) => (order === 'none' ? null : Promise.reject(new Error('down'))) },
    });
    await refusal(handler.createSession('A-1', { correlationId: 'mail-2024-11' }));
    expect(logs.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ message: 'A request failed', correlationId: 'mail-2024-11' }),
    );
    const refused = await refusal(handler.createSession('none'));
    expect([refused.message, refused.cause]).toEqual(['There is no such order to pay.', undefined]);
  });

  it('waits for the store, and says so where it cannot be used', async () => {
    const context = {
      randomHex: () => 'c0ffee00c0ffee00',
      settings: { appReturnUrls: new Map() },
      limits: { maxOrderBytes: 4_096 },
      ready: () => Promise.reject(new StoreError('store_unavailable', 'no database')),
      priceOrder: () => Promise.reject(new Error('asked')),
      failures: { failed: () => {}, succeeded: () => {} },
      log: { error: () => {} },
    };
    const failed = await refusal(serverSession(context as never, 'A-1', {}));
    expect(failed).toMatchObject({ code: 'store_unavailable', retryAfterMs: 5_000 });
  });

  it('says so without a store, and after the handler was closed, which waits for it', async () => {
    let open = () => {};
    const harness = handlerHarness({
      handler: {
        resolveOrder: async () => {
          await new Promise<void>((resolve) => {
            open = resolve;
          });
          return { orderReference: 'A-1', amount: '1.00', currency: 'EUR' };
        },
      },
    });
    const made = harness.handler.createSession('A-1');
    await expect.poll(() => open.name).toBe('');
    const closed = harness.handler.close();
    open();
    await closed;
    expect((await made).sessionId).toMatch(/^[0-9a-f]{32}$/);
    expect(await refusal(harness.handler.createSession('A-1'))).toMatchObject({ code: 'shutting_down' });
    const down = handlerHarness({
      wrap: (store) => ({ ...store, findSessions: () => Promise.reject(new Error('disk full')) }),
    });
    expect(await refusal(down.handler.createSession('A-1'))).toMatchObject({ code: 'internal_error' });
  });

  it('names an option that there is not', async () => {
    const { createSession } = handlerHarness().handler;
    await expect(createSession('A-1', { correlationID: 'x' } as never)).rejects.toThrow(
      /Did you mean "correlationId"/,
    );
    const long = 'x'.repeat(65);
    for (const correlationId of [
      'no spaces here',
      '!mail-2024',
      'mail-2024!',
      'mail-24',
      long,
      12_345_678,
      ['mail-2024'],
      null,
    ]) {
      const asked = createSession('A-1', { correlationId } as never);
      await expect(asked).rejects.toThrow(/correlationId: expected 8 to 64/);
    }
    for (const wrong of [null, 'ios', 7, [], ['ios']]) {
      await expect(createSession('A-1', wrong as never)).rejects.toThrow(/^createSession: expected options/);
    }
  });
});
