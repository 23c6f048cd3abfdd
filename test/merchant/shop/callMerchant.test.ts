import { describe, expect, it } from 'vitest';
import { callMerchant } from '../../../src/merchant/shop/callMerchant.ts';

const call = { name: 'onPayment', limitMs: 20, limitName: 'limits.hookTimeoutMs' };

describe('T54 a function of the merchant’s', () => {
  it('answers at once or later, with a signal that stays quiet', async () => {
    const signals: AbortSignal[] = [];
    const note = (signal: AbortSignal) => void signals.push(signal);
    expect(await callMerchant(call, (signal) => [note(signal), 7][1])).toBe(7);
    expect(await callMerchant(call, async (signal) => [note(signal), 8][1])).toBe(8);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });

  it.each<[string, (signal: AbortSignal) => unknown, string]>([
    [
      'throws',
      () => {
        throw new TypeError('x');
      },
      'x',
    ],
    ['rejects', () => Promise.reject(new TypeError('x')), 'x'],
    [
      'throws nothing',
      () => {
        throw undefined;
      },
      'undefined',
    ],
  ])('that %s rejects with its name, and no signal', async (_how, run, message) => {
    let signal: AbortSignal | undefined;
    const failed = callMerchant(call, (given) => {
      signal = given;
      return run(given);
    });
    await expect(failed).rejects.toMatchObject({
      name: 'MerchantError',
      functionName: 'onPayment',
      message: expect.stringContaining(message),
    });
    expect(signal?.aborted).toBe(false);
  });

  it('that hangs rejects in time, which its signal says, with the same error', async () => {
    let signal: AbortSignal | undefined;
    const failed = callMerchant(call, (given) => {
      signal = given;
      return new Promise((_, reject) => {
        // What it makes of the signal comes too late to be the outcome.
        given.addEventListener('abort', () => reject(new Error('stopped')));
      });
    });
    const error: unknown = await failed.catch((thrown) => thrown);
    expect(error).toMatchObject({
      functionName: 'onPayment',
      message: expect.stringContaining('took longer than 20 ms (limits.hookTimeoutMs).'),
    });
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toBe(error);
  });
});
