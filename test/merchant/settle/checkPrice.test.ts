import { describe, expect, it } from 'vitest';
import { checkPrice } from '../../../src/merchant/settle/checkPrice.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * Whether a paid order may be fulfilled at what it costs now: each answer and each event, whole. 49.90 EUR were paid.
 */

const session = sessionRecord({ status: 'completed', order: '"A-1"' });
const paid = { amount: '49.90', currency: 'EUR' };
const costs = (amount: string, currency = 'EUR') => ({ orderReference: 'A-1', amount, currency });

async function check(
  answer: unknown,
  { onUnderpaid = 'hold' as 'hold' | 'fulfil', attempt = 1, order = session.order } = {},
) {
  const store = modeStore(memoryStore(), true);
  await store.createSession(session, [], 9_000_000);
  const asked: unknown[] = [];
  const lines: unknown[] = [];
  const context = {
    store,
    emit: () => {},
    decimals: undefined,
    onUnderpaid,
    log: { error: (...line: unknown[]) => lines.push(line) },
    priceOrder: async (...given: unknown[]) => {
      asked.push(given);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const result = await checkPrice(context as never, { ...session, order }, attempt);
  const events = (await store.listEvents(session.id)).map(({ type, data }) => [type, data]);
  return { result, events, asked, lines };
}

describe('T65 what a paid order costs now', () => {
  it.each([
    ['as much', costs('49.9'), paid, []],
    ['more', costs('50.00'), 'hold', ['underpaid', '50.00', 'EUR']],
    ['less', costs('49.89'), { ...paid, amount: '49.89' }, ['overcharged', '49.89', 'EUR']],
    ['the same in another currency', costs('49.90', 'USD'), 'hold', ['underpaid', '49.90', 'USD']],
    ['nothing: the order is gone', null, null, []],
    ['what another order costs', { ...costs('1.00'), orderReference: 'A-2' }, null, []],
  ])('%s', async (_what, answer, expected, event) => {
    const price = typeof expected === 'string' ? undefined : expected;
    const [type, amount, currency] = event;
    const data = { paid, expected: { amount, currency } };
    const held = await check(answer);
    expect(held.result).toEqual(price === undefined ? { kind: 'hold' } : { kind: 'go', expected: price });
    expect(held.events).toEqual(
      type === undefined ? [] : [[type, type === 'underpaid' ? { ...data, onUnderpaid: 'hold' } : data]],
    );
    expect(held.lines).toEqual([]);
    expect(held.asked).toEqual([['A-1', { reason: 'settle', request: null, principal: null }]]);

    const fulfilled = await check(answer, { onUnderpaid: 'fulfil' });
    const now = price === undefined ? { amount, currency } : price;
    expect(fulfilled.result).toEqual({ kind: 'go', expected: now });
    if (type === 'underpaid') expect(fulfilled.events).toEqual([[type, { ...data, onUnderpaid: 'fulfil' }]]);
  });

  it('an order of which nothing was kept has no other price', async () => {
    expect(await check(costs('1.00'), { order: null })).toEqual({
      result: { kind: 'go', expected: null },
      events: [],
      asked: [],
      lines: [],
    });
  });

  it.each([
    [1, false],
    [3, false],
    [4, true],
    [5, true],
  ])('F45 a price that cannot be had at attempt %i: fulfilled all the same: %s', async (attempt, isGo) => {
    const { result, events, lines } = await check(new Error('down'), { attempt });
    expect(result).toEqual(isGo ? { kind: 'go', expected: null } : { kind: 'retry', error: 'Error: down' });
    expect(events).toEqual(isGo ? [['price_unknown', { paid }]] : []);
    expect(lines).toEqual([
      [{ err: new Error('down'), sessionId: session.id, attempt }, 'A paid order could not be priced again'],
    ]);
  });
});
