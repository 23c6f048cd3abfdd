import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { handlerHarness } from '../support/handlerHarness.ts';

/** A test and a live handler of one shop, on one store. */
function bothModes(onTestPayment?: () => void) {
  const store = memoryStore({ now: () => 1_700_000_000_000 });
  const trial = handlerHarness({
    gateway: { test: true },
    store: () => store,
    handler: onTestPayment === undefined ? {} : { onPayment: onTestPayment },
  });
  const live = handlerHarness({ gateway: { test: false }, store: () => store });
  return { trial, live };
}

describe('T60 test and live on one store', () => {
  it('an order paid in test is not paid live, and each payment is fulfilled by its own handler', async () => {
    const { trial, live } = bothModes();
    const tried = await trial.session('A-1');
    trial.gateway.pay();
    await trial.notify();
    expect((await trial.open('A-1')).status).toBe(409);

    const sold = await live.session('A-1');
    expect(sold).not.toBe(tried);
    live.gateway.pay();
    await live.notify();
    expect(await live.status(sold)).toMatchObject({ status: 'completed' });
    expect(trial.payments.map(({ sessionId, test }) => ({ sessionId, test }))).toEqual([
      { sessionId: tried, test: true },
    ]);
    expect(live.payments.map(({ sessionId, test }) => ({ sessionId, test }))).toEqual([
      { sessionId: sold, test: false },
    ]);
    expect([...trial.alerts(), ...live.alerts()]).toEqual([]);
  });

  it('an open test page does not keep the live customer waiting, nor the other way round', async () => {
    const { trial, live } = bothModes();
    await trial.session('A-1');
    expect((await live.open('A-1')).status).toBe(201);
    expect((await trial.open('A-1')).status).toBe(201);
    expect(trial.gateway.created).toHaveLength(1);
    expect(live.gateway.created).toHaveLength(1);
  });

  it('a test payment still owed is left alone by the live handler’s sweep, settle and routes', async () => {
    const { trial, live } = bothModes(() => {
      throw new Error('no stock');
    });
    const id = await trial.session('A-1');
    trial.gateway.pay();
    await trial.notify();
    trial.advance(3_600_000);
    live.advance(3_600_000);

    expect(await live.handler.sweep()).toEqual({ due: 0, failed: 0 });
    expect(await live.handler.settle(id)).toBeNull();
    expect((await live.get(`/session/${id}`)).status).toBe(404);
    expect((await live.get(`/return/${id}/success`)).status).toBe(404);
    const { body, headers } = await trial.gateway.notification();
    const callBack = new URL(trial.gateway.created[0]?.callBackUrl ?? '').pathname.slice('/checkout'.length);
    await live.fetch(callBack, { method: 'POST', body, headers });
    await live.drain();
    expect(live.payments).toEqual([]);
    expect(live.gateway.asked).toEqual([]);
    expect(await live.store.getFulfilment('A-1', true)).toMatchObject({ state: 'pending', attempts: 1 });
    expect((await live.record(id)).returnedAt).toBeNull();
  });

  it('requests in test do not use up the live order’s limit', async () => {
    const { trial, live } = bothModes();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await trial.open('A-1')).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await live.open('A-1')).status).toBe(201);
  });
});
