import { describe, expect, it } from 'vitest';
import { openShop, typed } from './shop.ts';

describe('a payment on the hosted page', () => {
  it('S111 S135 S136 S137 S140 S143 create, pay, redirect, notify, retrieve', async () => {
    const shop = openShop();
    const created = await shop.create({ OrderReference: 'Order-A' });
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      pspid: expect.any(Number),
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      redirectUrl: `http://sandbox.localhost/hpp/${created.body.token}`,
      status: 'PENDING',
      isSuccess: true,
      errorMessage: null,
    });

    const step = await shop.sandbox.page.choose(created.body.token, typed());
    expect(step.kind).toBe('leave');
    const target = new URL((step as { redirectTo: string }).redirectTo);
    expect(target.pathname).toBe('/return/success');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      Pspid: String(created.body.pspid),
      OrderReference: 'Order-A',
      Status: 'PROCESSED',
      Signature: expect.any(String),
    });

    await shop.sandbox.settle();
    expect(shop.received).toHaveLength(1);
    expect(shop.received[0]?.genuine).toBe(true);
    expect(shop.received[0]?.payload).toMatchObject({ Status: 'Processed', OrderReference: 'Order-A' });

    const status = await shop.retrieve({ PspId: String(created.body.pspid) });
    expect(status.body).toMatchObject({ Status: 'Processed', isSuccess: true, errorMessage: null });
    await shop.close();
  });
});
