import { expect, it } from 'vitest';
import { handlerHarness } from '../../support/handlerHarness.ts';

const MINUTE = 60_000;

/*
 * Found by test/model: a worker that is stopped between the gateway's answer and the end of its lease (a paused machine) took the
 * time at which it woke for the time of the answer.
 */
it('a payment after an answer is found, also when whoever had asked was stopped for a quarter of an hour', async () => {
  let pause = () => {};
  const harness = handlerHarness({
    wrap: (store) => ({
      ...store,
      async change(change) {
        const result = await store.change(change);
        if (change.next.checkedAt !== null) pause();
        return result;
      },
    }),
  });
  const id = await harness.session();
  harness.gateway.set({ Status: 'Declined', isSuccess: false });
  harness.advance(10_000);
  pause = () => {
    pause = () => {};
    // With another card, on the same page; its notification gets lost.
    harness.gateway.pay();
    harness.gateway.set({ isSuccess: true });
    harness.advance(16 * MINUTE);
  };
  expect((await harness.status(id)).status).toBe('failed');
  await harness.drain();
  harness.advance(20 * MINUTE);
  await harness.handler.sweep();
  expect(await harness.record(id)).toMatchObject({ status: 'completed' });
  expect(harness.payments).toHaveLength(1);
});
