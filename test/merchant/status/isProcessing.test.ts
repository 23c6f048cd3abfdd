import { describe, expect, it } from 'vitest';
import { BASE, handlerHarness } from '../../support/handlerHarness.ts';

describe('GET /session/:id says that the money comes later', () => {
  /** A customer who has finished on the page; the gateway says "pending". */
  async function back() {
    const harness = handlerHarness();
    const id = await harness.session();
    await harness.comeBack(id);
    await harness.drain();
    const reasonAfter = async (ms: number) => {
      harness.advance(ms);
      const { status, reason } = await harness.status(id);
      await harness.drain();
      return [status, reason];
    };
    return { harness, id, reasonAfter };
  }

  it('once the gateway has said so some seconds after the customer came back, and from then on', async () => {
    const { harness, id, reasonAfter } = await back();
    expect(await reasonAfter(0)).toEqual(['pending', undefined]);
    expect(await reasonAfter(1_500)).toEqual(['pending', undefined]);
    expect(await reasonAfter(2_000)).toEqual(['pending', 'processing']);
    expect(await reasonAfter(100)).toEqual(['pending', 'processing']);
    const elsewhere = await harness.anotherProcess().fetch(new Request(`${BASE}/session/${id}`));
    expect(await elsewhere.json()).toMatchObject({ reason: 'processing' });
  });

  it('not of a payment that is decided a second later', async () => {
    const { harness, reasonAfter } = await back();
    expect(await reasonAfter(1_000)).toEqual(['pending', undefined]);
    harness.gateway.pay();
    expect(await reasonAfter(3_000)).toEqual(['completed', undefined]);
  });

  it('not while the gateway gives no answer: what it said at first may be over', async () => {
    const { harness, reasonAfter } = await back();
    harness.gateway.before.retrieve = () => Promise.reject(new Error('down'));
    expect(await reasonAfter(10_000)).toEqual(['pending', undefined]);
  });

  it('and not any more when it is paid', async () => {
    const { harness, reasonAfter } = await back();
    expect(await reasonAfter(5_000)).toEqual(['pending', 'processing']);
    harness.gateway.pay();
    expect(await reasonAfter(5_000)).toEqual(['completed', undefined]);
  });

  it('not of a payment whose sum the gateway does not say: its notification settles it', async () => {
    const { harness, reasonAfter } = await back();
    harness.gateway.set({ Status: 'Processed', Amount: undefined });
    expect(await reasonAfter(5_000)).toEqual(['pending', undefined]);
  });

  it('T61 not to whoever opens the return page by hand', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    await harness.get(`/return/${id}/success`);
    await harness.drain();
    harness.advance(10_000);
    expect(await harness.status(id)).toEqual(expect.not.objectContaining({ reason: expect.anything() }));
  });

  it('and the return page says so to a customer without JavaScript', async () => {
    const { harness, id, reasonAfter } = await back();
    await reasonAfter(5_000);
    const page = await (await harness.get(`/return/${id}/success`)).text();
    expect(page).toContain('data-state="pending"');
    expect(page).not.toContain('http-equiv="refresh"');
  });
});
