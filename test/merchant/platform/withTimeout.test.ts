import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from '../../../src/merchant/platform/withTimeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const late = () => new Error('late');
const never = new Promise<never>(() => {});

it('gives the promise’s own result, and leaves no timer', async () => {
  await expect(withTimeout(Promise.resolve(1), 100, late)).resolves.toBe(1);
  await expect(withTimeout(Promise.reject(new Error('own')), 100, late)).rejects.toThrow('own');
  expect(vi.getTimerCount()).toBe(0);
});

it('rejects with the given error when the time is over', async () => {
  const result = expect(withTimeout(never, 100, late)).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(100);
  await result;
});

it('T74 waits for a time that no timer can hold as long as a timer can', async () => {
  let settled = false;
  withTimeout(never, 2 ** 40, late).catch(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toBe(true);
});

it('T54 a rejection that comes too late ends no process', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  let fail = (_: Error) => {};
  const task = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const result = expect(withTimeout(task, 100, late)).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(100);
  await result;
  fail(new Error('too late'));
  vi.useRealTimers();
  await new Promise(setImmediate);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
