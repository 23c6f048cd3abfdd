import { expect, it } from 'vitest';
import { untilAborted } from '../../src/checkout/untilAborted.ts';

it('has the answer, or the failure', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  const failure = new Error('x');
  await expect(untilAborted(Promise.reject(failure), signal)).rejects.toBe(failure);
});

it('waits no longer than its signal, whatever the promise does', async () => {
  const controller = new AbortController();
  const waiting = untilAborted(new Promise(() => {}), controller.signal);
  const reason = new Error('over');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});
