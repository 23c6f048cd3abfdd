import { describe, expect, it } from 'vitest';
import { createPriceOrder } from '../../../src/merchant/shop/priceOrder.ts';

const order = { orderReference: 'A-1', amount: '49.90', currency: 'EUR' };
const ask = (answer: unknown, decimals?: Record<string, number>) =>
  createPriceOrder({
    resolveOrder: (async () => answer) as never,
    answerTimeoutMs: 60_000,
    decimals: decimals as never,
  })('what the browser sent', { reason: 'session', request: null, principal: null } as never);

describe('what resolveOrder may answer', () => {
  it.each([null, undefined])('%s: an order that may not be paid', async (answer) => {
    expect(await ask(answer)).toBeNull();
  });

  it.each([
    {},
    { amount: 4_990n },
    { transactionType: 'PURC' },
    { transactionType: 'AUTH' },
    { orderReference: 'é 漢 #/?' },
    { orderReference: 'x'.repeat(80) },
    { client: { Email: 'ada@example.com' }, udf: { a: 'b' }, language: 'mt', configuration: {} },
  ])('an order with %o, and all of it is kept', async (change) => {
    expect(await ask({ ...order, ...change })).toEqual({ ...order, ...change });
  });

  it.each([
    ['orderReference', ''],
    ['orderReference', 'x'.repeat(81)],
    ['orderReference', 12],
    ['orderReference', 'A\r\nB'],
    ['orderReference', '\nA'],
    ['orderReference', 'A\n'],
    ['orderReference', 'A\u0000'],
    ['orderReference', 'A\u2028'],
    ['orderReference', 'A\u2029'],
    ['orderReference', 'A\u200b'],
    ['orderReference', 'A\u202e1'],
    ['amount', 49.9],
    ['amount', undefined],
    ['currency', 'eur'],
    ['currency', 'EURO'],
    ['currency', 'XEUR'],
    ['currency', 'EU'],
    ['currency', 'E'],
    ['transactionType', 'CAPTURE'],
    ['transactionType', ''],
  ])('T36 a wrong %s (%j) is named as the merchant’s mistake', async (field, value) => {
    await expect(ask({ ...order, [field]: value })).rejects.toMatchObject({
      name: 'MerchantError',
      functionName: 'resolveOrder',
      message: expect.stringMatching(new RegExp(`^resolveOrder answered with a wrong ${field}: expected `)),
    });
  });

  it('a currency that nobody knows is refused, unless its decimals are given', async () => {
    await expect(ask({ ...order, currency: 'QQQ' })).rejects.toThrow('QQQ');
    expect(await ask({ ...order, currency: 'QQQ' }, { QQQ: 2 })).toMatchObject({ currency: 'QQQ' });
  });

  it('one that hangs is named with its limit', async () => {
    const price = createPriceOrder({
      resolveOrder: (() => new Promise(() => {})) as never,
      answerTimeoutMs: 1,
      decimals: undefined,
    });
    await expect(price('A-1', {} as never)).rejects.toThrow(/resolveOrder.*limits\.answerTimeoutMs/);
  });
});
