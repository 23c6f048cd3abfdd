import { describe, expect, it } from 'vitest';
import { isProcessing } from '../../../src/merchant/status/isProcessing.ts';
import type { SessionRecord } from '../../../src/merchant/store/contract.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';
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

describe('what makes a payment one that takes its time', () => {
  const back = { status: 'pending', returnedAt: 40_000, sentBackAt: 45_000, checkedAt: 48_000 } as const;

  it.each<[string, Partial<SessionRecord>, types: string[], is: boolean, reads: number]>([
    ['asked three seconds after the customer was back', {}, ['pending'], true, 1],
    ['asked a moment before', { checkedAt: 47_999 }, ['pending'], false, 0],
    ['never asked', { checkedAt: null }, ['pending'], false, 0],
    ['back by an address that anybody knows', { sentBackAt: null }, ['pending'], false, 0],
    ['open', { status: 'open' }, ['pending'], false, 0],
    ['over', { status: 'expired' }, ['pending'], false, 0],
    ['whatever else has happened since', {}, ['session_opened', 'pending', 'returned'], true, 1],
    ['paid of a sum that is not said', {}, ['pending', 'status_incomplete'], false, 1],
    ['of which the gateway has said nothing', {}, ['session_opened'], false, 1],
    ['of which there is no history', {}, [], false, 1],
  ])('%s', async (_what, change, types, is, reads) => {
    let read = 0;
    const events = types.map((type) => ({ type })) as never;
    const listEvents = async () => {
      read += 1;
      return events;
    };
    expect(await isProcessing(sessionRecord({ ...back, ...change }), listEvents)).toBe(is);
    expect(read).toBe(reads);
  });
});
