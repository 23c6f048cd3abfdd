import { describe, expect, it } from 'vitest';
import { CARD_TOKEN } from '../support/fakeGateway.ts';
import { BASE, handlerHarness } from '../support/handlerHarness.ts';

describe('a payment, from click to fulfilment', () => {
  it('S143 creates, sends the customer to the page, settles by notification, fulfils once', async () => {
    const harness = handlerHarness();
    const created = await harness.open('A-1');
    expect(created.status).toBe(201);
    const session = await created.json();
    expect(session).toEqual({
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
      redirectUrl: expect.stringMatching(/^https:\/\/pay\.example\/page\//),
      expiresInMs: 120_000,
      statusUrl: `${BASE}/session/${session.sessionId}`,
      returnOrigin: 'https://shop.example',
      test: true,
      display: { merchant: 'shop.example', amount: '49.90', currency: 'EUR' },
    });
    const [request] = harness.gateway.created;
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
    expect(await harness.status(session.sessionId)).toMatchObject({ status: 'open', orderReference: 'A-1' });

    harness.gateway.pay();
    const ack = await harness.notify();
    expect(ack.status).toBe(200);
    expect(await ack.text()).toBe('OK');

    expect(await harness.status(session.sessionId)).toEqual({ status: 'completed', orderReference: 'A-1' });
    expect(harness.payments).toEqual([
      expect.objectContaining({
        orderReference: 'A-1',
        sessionId: session.sessionId,
        amount: '49.90',
        cardToken: CARD_TOKEN,
      }),
    ]);
    expect(harness.gateway.asked).toEqual([]);
    expect((await harness.store.getFulfilment('A-1', true))?.state).toBe('done');
    expect(await harness.handler.sweep()).toEqual({ due: 0, failed: 0 });
  });

  it('S139 F38 finds a payment whose notification was lost: by the status poll', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.pay();
    expect((await harness.get(`/return/${id}/success`)).status).toBe(200);
    await harness.drain();
    expect(await harness.status(id)).toEqual({ status: 'completed', orderReference: 'A-1' });
    expect(harness.payments).toHaveLength(1);
  });

  it('S186 F16 finds a payment whose customer never came back: by the sweep', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.pay();
    await harness.handler.sweep();
    expect((await harness.record(id)).status).toBe('open');
    harness.advance(180_000);
    expect(await harness.handler.sweep()).toEqual({ due: 1, failed: 0 });
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.payments).toHaveLength(1);
  });

  it('takes null for the context of a request, as for none', async () => {
    const { handler } = handlerHarness();
    const response = await handler.fetch(new Request('https://shop.example/checkout/health'), null);
    expect(response.status).toBe(200);
  });

  it('answers a paid order with the session that paid, not with a new page', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.pay();
    await harness.notify();
    const again = await harness.open();
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      code: 'already_completed',
      sessionId: id,
      orderReference: 'A-1',
    });
    expect(harness.gateway.created).toHaveLength(1);
  });
});
