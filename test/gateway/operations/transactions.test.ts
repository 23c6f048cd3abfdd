import { describe, expect, it } from 'vitest';
import { GatewayRejectedError } from '../../../src/gateway/errors/answerErrors.ts';
import { transactions } from '../../../src/gateway/operations/transactions.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { STATUS } from '../wire.ts';
import { issuesOf, recorder, refusal, testContext } from './recorder.ts';

function open(json: Record<string, unknown> | null = { ...STATUS }, given = {}, profile = defineProfile({})) {
  const { call, calls } = recorder(json);
  const context = testContext(given, profile);
  return { transactions: transactions(call, profile, context), calls, warnings: context.warnings };
}

describe('the status of a transaction', () => {
  it.each([
    [{ pspId: '1' }, { PspId: '1' }, {}],
    [{ orderReference: 'A-1' }, { OrderReference: 'A-1' }, { orderReference: 'A-1' }],
    [{ uniqueReference: 'u-1' }, { UniqueReference: 'u-1' }, { uniqueReference: 'u-1' }],
    [
      { pspId: '1', orderReference: 'A-1', uniqueReference: 'u-1' },
      { PspId: '1', OrderReference: 'A-1', UniqueReference: 'u-1' },
      { orderReference: 'A-1', uniqueReference: 'u-1' },
    ],
  ])('is asked for by %j', async (reference, query, known) => {
    const opened = open();
    const options = { timeoutMs: 5 };
    expect(await opened.transactions.retrieve(reference as never, options)).toMatchObject({
      state: 'processed',
      amount: '10.00',
      currency: 'EUR',
    });
    const [{ exchange, options: given } = {}] = opened.calls;
    expect(given).toBe(options);
    expect(exchange).toEqual({
      operation: 'retrieve',
      method: 'GET',
      path: '/api/transactions/retrieve',
      query,
      ...known,
      secretsIn: expect.any(Function),
    });
    expect('orderReference' in (exchange ?? {})).toBe('orderReference' in known);
    expect('uniqueReference' in (exchange ?? {})).toBe('uniqueReference' in known);
    expect(exchange?.secretsIn?.({ ...STATUS })).toEqual([STATUS.CardToken]);
  });

  it.each([undefined, null, 'u-1', ['u-1']])('no reference: %j', async (reference) => {
    const opened = open();
    expect(await issuesOf(() => opened.transactions.retrieve(reference as never))).toEqual(
      refusal('retrieve', { path: '(request)', rule: 'type', message: 'expected an object' }),
    );
    expect(opened.calls).toEqual([]);
  });

  it.each([{}, { uniqueReference: undefined }, { other: 'x' }])(
    'none of the three: %j',
    async (reference) => {
      const opened = open();
      expect(await issuesOf(() => opened.transactions.retrieve(reference as never))).toEqual(
        refusal('retrieve', {
          path: 'reference',
          rule: 'required',
          message: 'expected pspId, orderReference or uniqueReference',
        }),
      );
      expect(opened.calls).toEqual([]);
    },
  );

  it('each wrong one is named, however strict the checks are', async () => {
    for (const validate of ['strict', 'warn', 'off'] as const) {
      const opened = open({ ...STATUS }, { validate });
      const reference = { pspId: 850907, orderReference: 'a\nb', uniqueReference: 'u\0' };
      const refused = (await issuesOf(() => opened.transactions.retrieve(reference as never))) as {
        issues: unknown[];
      };
      expect(refused).toMatchObject({ operation: 'retrieve' });
      expect(refused.issues).toEqual([
        { path: 'pspId', rule: 'type', message: 'expected a text' },
        { path: 'orderReference', rule: 'shape', message: expect.stringMatching(/^expected ./) },
        { path: 'uniqueReference', rule: 'shape', message: expect.stringMatching(/^expected ./) },
      ]);
      expect(opened.calls).toEqual([]);
    }
  });

  it('a rule learns the time and whether money is real; without a rule a text may be anything', async () => {
    const heard: unknown[] = [];
    const rule = { expected: 'x', test: (_text: string, context: unknown) => heard.push(context) > 0 };
    const profile = defineProfile({
      limits: { fields: { PspId: rule, OrderReference: false, UniqueReference: false } },
    });
    for (const test of [true, false]) {
      const reference = { pspId: '1', orderReference: 'a\nb', uniqueReference: 'u\0' };
      await open({ ...STATUS }, { test }, profile).transactions.retrieve(reference as never);
    }
    const now = Date.UTC(2026, 10, 25);
    expect(heard).toEqual([
      { now, live: false },
      { now, live: true },
    ]);
    const without = { ...profile, limits: { ...profile.limits, fields: {} } };
    const opened = open({ ...STATUS }, {}, without);
    await opened.transactions.retrieve({ uniqueReference: 'u\0' });
    expect(opened.calls).toHaveLength(1);
  });

  it('S188 a refusal under HTTP 200 is one', async () => {
    const opened = open({ ...STATUS, isSuccess: false, errorMessage: 'no' });
    const error = await opened.transactions.retrieve({ pspId: '1' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(GatewayRejectedError);
    expect(error).toMatchObject({ operation: 'retrieve', errorMessage: 'no' });
  });

  it('what cannot be read of it is warned of', async () => {
    const opened = open({ ...STATUS, AuthCode: {} });
    await opened.transactions.retrieve({ pspId: '1' });
    expect(opened.warnings).toEqual([
      expect.stringMatching(/^retrieve: What stands in AuthCode has no plain meaning/),
    ]);
  });
});
