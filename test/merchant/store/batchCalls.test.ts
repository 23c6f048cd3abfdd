import { expect, it } from 'vitest';
import { batchCalls } from '../../../src/merchant/store/sql/batchCalls.ts';
import { StoreError } from '../../../src/merchant/store/storeError.ts';

/** Batches that wait until told to go on. */
function harness() {
  const started: { items: readonly number[]; answer: () => void; fail: (error: unknown) => void }[] = [];
  const call = batchCalls<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        started.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject });
      }),
  );
  return { started, call };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('starts a lone call in the same turn', async () => {
  const { started, call } = harness();
  void call(1);
  await turn();
  expect(started.map(({ items }) => items)).toEqual([[1]]);
});

it('runs those of one turn as one, what came meanwhile as the next, and gives each its own answer', async () => {
  const { started, call } = harness();
  const first = Promise.all([1, 2, 3].map(call));
  await turn();
  const second = Promise.all([4, 5].map(call));
  await turn();
  const third = Promise.all([6, 7].map(call));
  await turn();
  expect(started.map(({ items }) => items)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  started[1]?.answer();
  expect(await second).toEqual([40, 50]);
  expect(started[2]?.items).toEqual([6, 7]);
  started[0]?.answer();
  started[2]?.answer();
  expect(await Promise.all([first, third])).toEqual([
    [10, 20, 30],
    [60, 70],
  ]);
});

it('keeps batchCalls at 64', async () => {
  const { started, call } = harness();
  const results = Promise.all(Array.from({ length: 200 }, (_, index) => call(index)));
  await turn();
  for (let index = 0; index < started.length; index++) {
    started[index]?.answer();
    await turn();
  }
  expect(Math.max(...started.map(({ items }) => items.length))).toBe(64);
  expect(await results).toHaveLength(200);
});

it('fails all of a batch that could not be stored, and goes on', async () => {
  const { started, call } = harness();
  const results = Promise.allSettled([1, 2].map(call));
  await turn();
  started[0]?.fail(new StoreError('store_unavailable', 'gone'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = call(5);
  await turn();
  started.at(-1)?.answer();
  expect(await next).toBe(50);
});

it('lets a call that is refused fail alone', async () => {
  const ran: (readonly number[])[] = [];
  const call = batchCalls<number, string>(async (items) => {
    ran.push(items);
    if (items.includes(13)) throw new StoreError('invalid_change', 'no 13');
    return items.map(String);
  });
  const results = await Promise.allSettled([12, 13, 14].map(call));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(ran).toEqual([[12, 13, 14], [12], [13], [14]]);
});
