import { describe, expect, it } from 'vitest';
import { CARD_TOKEN } from '../support/fakeGateway.ts';
import { BASE, handlerWorld } from '../support/handlerWorld.ts';

describe('a payment, from click to fulfilment', () => {
  it('S143 creates, sends the customer to the page, settles by notification, fulfils once', async () => {
    const world = handlerWorld();
    const created = await world.open('A-1');
    expect(created.status).toBe(201);
    const session = await created.json();
    expect(session).toEqual({
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
      redirectUrl: expect.stringMatching(/^https:\/\/pay\.example\/page\//),
      expiresInMs: 120_000,
      statusUrl: `${BASE}/session/${session.sessionId}`,
      returnOrigin: 'https://shop.example',
      test: true,
    });
    const [request] = world.gateway.created;
    expect(request).toMatchObject({
      transactionType: 'PURC',
      amount: '49.90',
      currency: 'EUR',
      orderReference: 'A-1',
      redirectionUrl: expect.stringMatching(
        new RegExp(`^${BASE}/return/${session.sessionId}/success/[0-9a-f]{32}$`),
      ),
      failRedirectionUrl: expect.stringMatching(
        new RegExp(`^${BASE}/return/${session.sessionId}/failure/[0-9a-f]{32}$`),
      ),
      callBackUrl: expect.stringMatching(new RegExp(`^${BASE}/notify/${session.sessionId}/[0-9a-f]{32}$`)),
    });
    expect(await world.status(session.sessionId)).toMatchObject({ status: 'open', orderReference: 'A-1' });

    world.gateway.pay();
    const ack = await world.notify();
    expect(ack.status).toBe(200);
    expect(await ack.text()).toBe('OK');

    expect(await world.status(session.sessionId)).toEqual({ status: 'completed', orderReference: 'A-1' });
    expect(world.payments).toEqual([
      expect.objectContaining({
        orderReference: 'A-1',
        sessionId: session.sessionId,
        amount: '49.90',
        cardToken: CARD_TOKEN,
      }),
    ]);
    expect(world.gateway.asked).toEqual([]);
    expect((await world.store.getEffect('A-1', true))?.state).toBe('done');
    expect(await world.handler.sweep()).toEqual({ looked: 0, failed: 0 });
  });

  it('S139 F38 finds a payment whose notification was lost: by the status poll', async () => {
    const world = handlerWorld();
    const id = await world.session();
    world.gateway.pay();
    expect((await world.get(`/return/${id}/success`)).status).toBe(200);
    await world.drain();
    expect(await world.status(id)).toEqual({ status: 'completed', orderReference: 'A-1' });
    expect(world.payments).toHaveLength(1);
  });

  it('S186 F16 finds a payment whose customer never came back: by the sweep', async () => {
    const world = handlerWorld();
    const id = await world.session();
    world.gateway.pay();
    await world.handler.sweep();
    expect((await world.record(id)).status).toBe('open');
    world.advance(180_000);
    expect(await world.handler.sweep()).toEqual({ looked: 1, failed: 0 });
    expect((await world.record(id)).status).toBe('completed');
    expect(world.payments).toHaveLength(1);
  });

  it('answers a paid order with the session that paid, not with a new page', async () => {
    const world = handlerWorld();
    const id = await world.session();
    world.gateway.pay();
    await world.notify();
    const again = await world.open();
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      code: 'already_completed',
      sessionId: id,
      orderReference: 'A-1',
    });
    expect(world.gateway.created).toHaveLength(1);
  });
});
