import { expect, it } from 'vitest';
import { batches } from '../../../src/merchant/store/sql/batches.ts';
import { StoreError } from '../../../src/merchant/store/storeError.ts';

/** Batches that wait until told to go on. */
function stage() {
  const started: { items: readonly number[]; answer: () => void; fail: (error: unknown) => void }[] = [];
  const call = batches<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        started.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject });
      }),
  );
  return { started, call };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('starts a lone call at once', () => {
  const { started, call } = stage();
  void call(1);
  expect(started.map(({ items }) => items)).toEqual([[1]]);
});

it('runs what came meanwhile as one, and gives each its own answer in order', async () => {
  const { started, call } = stage();
  const results = Promise.all([1, 2, 3, 4, 5].map(call));
  expect(started.map(({ items }) => items)).toEqual([[1], [2]]);
  started[0]?.answer();
  await turn();
  expect(started[2]?.items).toEqual([3, 4, 5]);
  started[1]?.answer();
  started[2]?.answer();
  expect(await results).toEqual([10, 20, 30, 40, 50]);
});

it('keeps batches at 64', async () => {
  const { started, call } = stage();
  const results = Promise.all(Array.from({ length: 200 }, (_, index) => call(index)));
  for (let index = 0; index < started.length; index++) {
    started[index]?.answer();
    await turn();
  }
  expect(Math.max(...started.map(({ items }) => items.length))).toBe(64);
  expect(await results).toHaveLength(200);
});

it('fails all of a batch that could not be stored, and goes on', async () => {
  const { started, call } = stage();
  const results = Promise.allSettled([1, 2, 3, 4].map(call));
  started[0]?.answer();
  await turn();
  started[2]?.fail(new StoreError('store_unavailable', 'gone'));
  started[1]?.answer();
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  const next = call(5);
  await turn();
  started.at(-1)?.answer();
  expect(await next).toBe(50);
});

it('lets a call that is refused fail alone', async () => {
  const ran: (readonly number[])[] = [];
  const call = batches<number, string>(async (items) => {
    ran.push(items);
    if (items.includes(13)) throw new StoreError('invalid_change', 'no 13');
    return items.map(String);
  });
  const results = await Promise.allSettled([1, 2, 12, 13, 14].map(call));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(ran).toContainEqual([12, 13, 14]);
});
