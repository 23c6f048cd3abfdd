import { describe, expect, it } from 'vitest';
import { handlerHarness } from '../../support/handlerHarness.ts';

const MINUTE = 60_000;

describe('handler.orders.show', () => {
  it('is the chain from the click to the fulfilment, over two sessions, with actors and durations', async () => {
    const harness = handlerHarness();
    const declined = await harness.session('A-1');
    harness.advance(20_000);
    harness.gateway.set({ Status: 'Declined' });
    await harness.notify();
    harness.advance(20 * MINUTE);
    const second = await harness.session('A-1');
    harness.advance(30_000);
    await harness.comeBack(second);
    await harness.drain();
    harness.advance(1_000);
    harness.gateway.pay();
    await harness.notify();

    const order = await harness.handler.orders.show('A-1');
    expect(order).toMatchObject({
      orderReference: 'A-1',
      test: true,
      isPaid: true,
      fulfilment: { sessionId: second, state: 'done', attempts: 1 },
      stuck: [],
      sessions: [
        { sessionId: declined, status: 'failed', paidAt: null },
        { sessionId: second, status: 'completed', paidAt: new Date(harness.now()) },
      ],
    });
    const chain = order?.chain ?? [];
    expect(
      chain.map(({ actor, type, sessionId }) => `${actor} ${type} ${sessionId === second ? 2 : 1}`),
    ).toEqual([
      'customer session_created 1',
      'gateway session_opened 1',
      'gateway notification 1',
      'gateway failed 1',
      'customer session_created 2',
      'gateway session_opened 2',
      'customer returned 2',
      'gateway pending 2',
      'gateway notification 2',
      'gateway completed 2',
      'shop fulfilled 2',
    ]);
    expect(chain.map(({ sincePreviousMs }) => sincePreviousMs)).toEqual([
      0, 0, 20_000, 0, 1_200_000, 0, 30_000, 0, 1_000, 0, 0,
    ]);
    expect(chain.at(-1)?.sinceStartMs).toBe(1_251_000);
    expect(chain[9]?.text).toBe('The gateway says that the order is paid, by its notification');
    expect(chain.every(({ text, type }) => text !== type && !text.includes('undefined'))).toBe(true);
  });

  it('T12 has no secret, no address of a page and no card data in it, whatever the store holds', async () => {
    const harness = handlerHarness();
    const id = await harness.session('A-1');
    const { notifySecretHash, redirectUrl, transactionToken } = await harness.record(id);
    harness.gateway.pay();
    await harness.notify({ CardHolderName: 'ANNA MUSTER', Email: 'anna@example.org' });
    await harness.store.addEvents(id, [
      {
        type: 'fulfilment_failed',
        data: { attempt: 1, error: 'card 4111 1111 1111 1111 cvv=123 CardToken: tok_abcdef' },
      },
    ]);
    const text = JSON.stringify(await harness.handler.orders.show('A-1'));
    expect(text).not.toContain(notifySecretHash);
    expect(text).not.toContain(redirectUrl ?? 'none');
    expect(text).not.toContain(transactionToken ?? 'none');
    expect(text).not.toMatch(/4111 1111|cvv=123|tok_abcdef|ANNA|anna@|CardNumber|notify\//i);
  });

  it('is null for an order that nobody knows, and refuses what is no reference', async () => {
    const { handler } = handlerHarness();
    expect(await handler.orders.show('A-9')).toBeNull();
    await expect(handler.orders.show('')).rejects.toThrow(/expected an order reference/);
  });

  it('F47 tells an event of a newer release by its name', async () => {
    const harness = handlerHarness();
    const id = await harness.session('A-1');
    await harness.store.addEvents(id, [{ type: 'teleported', data: {} }]);
    expect((await harness.handler.orders.show('A-1'))?.chain.at(-1)).toMatchObject({
      actor: 'handler',
      text: 'teleported',
    });
  });
});

describe('handler.orders.ask', () => {
  it('settles and fulfils what was paid while nobody heard of it, and says what followed', async () => {
    const harness = handlerHarness();
    const id = await harness.session('A-1');
    harness.gateway.pay();
    harness.advance(MINUTE);
    expect(await harness.handler.orders.ask('A-1')).toMatchObject({
      sessions: [
        {
          sessionId: id,
          was: 'open',
          now: 'completed',
          gateway: 'processed',
          said: 'The gateway says: paid.',
          error: null,
        },
      ],
      followed: [{ type: 'completed' }, { type: 'fulfilled' }],
      order: { isPaid: true, stuck: [] },
    });
    expect(harness.payments).toHaveLength(1);
  });

  it('asks about a paid order too, and a payment that is taken back is an alert', async () => {
    const harness = handlerHarness();
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    let polls = 0;
    harness.gateway.before.retrieve = () => {
      polls++;
    };
    expect(await harness.handler.orders.ask('A-1')).toMatchObject({
      sessions: [{ was: 'completed', now: 'completed', gateway: 'processed' }],
      followed: [],
    });
    expect(polls).toBe(1);
    harness.gateway.set({ Status: 'Cancelled' });
    expect(await harness.handler.orders.ask('A-1')).toMatchObject({
      sessions: [{ now: 'completed', gateway: 'cancelled' }],
      followed: [{ type: 'conflict' }],
    });
    expect(harness.payments).toHaveLength(1);
  });

  it('says that the gateway did not answer', async () => {
    const harness = handlerHarness();
    await harness.session('A-1');
    harness.gateway.down.add('retrieve');
    expect(await harness.handler.orders.ask('A-1')).toMatchObject({
      sessions: [{ was: 'open', now: 'open', gateway: 'unreachable', said: 'The gateway did not answer.' }],
      followed: [],
    });
  });

  it('waits for a worker that holds the session, and says so when it keeps it', async () => {
    const harness = handlerHarness();
    const id = await harness.session('A-1');
    await harness.store.claimOne(id, 2_000, true);
    expect(await harness.handler.orders.ask('A-1')).toMatchObject({ sessions: [{ gateway: 'pending' }] });
    await harness.store.claimOne(id, 60_000, true);
    expect(await harness.handler.orders.ask('A-1')).toMatchObject({
      sessions: [{ gateway: null, said: expect.stringContaining('Another process') }],
    });
  });
});

describe('handler.orders.retry', () => {
  it('calls onPayment now: failed, fulfilled, then nothing owed', async () => {
    let isBroken = true;
    const keys: string[] = [];
    const harness = handlerHarness({
      handler: {
        onPayment: (_, { idempotencyKey }) => {
          keys.push(idempotencyKey);
          if (isBroken) throw new Error('The warehouse is closed.');
        },
      },
    });
    await harness.session('A-1');
    expect(await harness.handler.orders.retry('A-1')).toMatchObject({ result: 'nothing_owed' });
    harness.gateway.pay();
    await harness.notify();
    expect(await harness.handler.orders.retry('A-1')).toMatchObject({
      result: 'failed',
      order: { stuck: [{ reason: 'fulfilment_failing', attempts: 2 }] },
    });
    isBroken = false;
    expect(await harness.handler.orders.retry('A-1')).toMatchObject({
      result: 'fulfilled',
      order: { stuck: [] },
    });
    expect(await harness.handler.orders.retry('A-1')).toMatchObject({ result: 'nothing_owed' });
    expect(keys).toEqual(['A-1:payment', 'A-1:payment', 'A-1:payment']);
  });

  it('says that another process is at work', async () => {
    const harness = handlerHarness({
      handler: {
        onPayment: () => {
          throw new Error('no');
        },
      },
    });
    const id = await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    await harness.store.claimOne(id, 60_000, true);
    expect(await harness.handler.orders.retry('A-1')).toMatchObject({ result: 'busy' });
  });
});
