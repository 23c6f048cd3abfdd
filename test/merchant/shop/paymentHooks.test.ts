import { describe, expect, it } from 'vitest';
import { createPaymentHooks } from '../../../src/merchant/shop/paymentHooks.ts';

function hooks(names: readonly string[], run: () => unknown = () => {}) {
  const spans: unknown[] = [];
  const calls: [string, string, number | undefined][] = [];
  const options = Object.fromEntries(
    names.map((name) => [
      name,
      async (_: unknown, context: { idempotencyKey: string; attempt?: number }) => {
        calls.push([name, context.idempotencyKey, context.attempt]);
        await run();
      },
    ]),
  );
  const telemetry = {
    task: async (name: string, attributes: object, work: () => Promise<unknown>) => {
      spans.push([name, attributes]);
      return work();
    },
  };
  const made = createPaymentHooks({ options, hookTimeoutMs: 60_000, telemetry } as never);
  return { made, spans, calls };
}

const ALL = ['onPayment', 'onPaymentDetails', 'onUnpaid', 'onLatePayment', 'onPending', 'onNotification'];
const news = { orderReference: 'A-1', sessionId: 's-1', pspId: '850907', status: 'Processed' } as never;

describe('the merchant’s hooks', () => {
  it('those that the merchant gave are there, and no others', () => {
    expect(Object.keys(hooks([]).made)).toEqual([]);
    for (const name of ALL) expect(Object.keys(hooks([name]).made)).toEqual([name]);
    expect(Object.keys(hooks(ALL).made)).toEqual(ALL);
  });

  it.each([
    ['onPayment', 'A-1:payment', 'fulfil'],
    ['onPaymentDetails', 'A-1:details', 'deliver details'],
    ['onUnpaid', 'A-1:unpaid', 'release'],
    ['onLatePayment', 'A-1:payment', 'fulfil'],
    ['onPending', 'A-1:pending:s-1', 'tell pending'],
  ] as const)('%s gets the key %s, the attempt and the span "%s"', async (name, key, span) => {
    const { made, spans, calls } = hooks([name]);
    await made[name]?.(news, 3);
    expect(calls).toEqual([[name, key, 3]]);
    expect(spans).toEqual([[span, { 'checkout.session': 's-1', 'checkout.attempt': 3 }]]);
  });

  it('what belongs to no session names none', async () => {
    const { made, spans } = hooks(['onUnpaid']);
    await made.onUnpaid?.({ orderReference: 'A-1' } as never, 1);
    expect(spans).toStrictEqual([['release', { 'checkout.attempt': 1 }]]);
  });

  it('a notification has the key of transaction and status', async () => {
    const { made, spans, calls } = hooks(['onNotification']);
    await made.onNotification?.(news);
    expect(calls).toEqual([['onNotification', '850907:Processed', undefined]]);
    expect(spans).toEqual([['hand on a notification', {}]]);
  });

  it.each(ALL)('%s that fails is named', async (name) => {
    const { made } = hooks([name], () => {
      throw new Error('no');
    });
    const call = made[name as keyof typeof made] as (given: never, attempt: number) => Promise<void>;
    await expect(call(news, 1)).rejects.toThrow(name);
  });

  it('one that takes too long is named with its limit', async () => {
    const slow = createPaymentHooks({
      options: { onPayment: () => new Promise(() => {}) },
      hookTimeoutMs: 1,
      telemetry: { task: (_name: string, _attributes: object, work: () => Promise<unknown>) => work() },
    } as never);
    await expect(slow.onPayment?.(news, 1)).rejects.toThrow('limits.hookTimeoutMs');
  });
});
