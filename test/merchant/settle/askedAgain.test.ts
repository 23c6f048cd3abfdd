import { describe, expect, it } from 'vitest';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const MINUTE = 60_000;

/** A session whose gateway says something for 16 minutes, until its page has surely ended. */
async function ended(
  say: (harness: HandlerHarness, unique: string) => void,
): Promise<[HandlerHarness, string]> {
  const harness = handlerHarness();
  const id = await harness.session();
  const unique = (await harness.record(id)).uniqueReference;
  say(harness, unique);
  harness.advance(16 * MINUTE);
  await harness.handler.sweep();
  return [harness, id];
}

async function sweepFor(harness: HandlerHarness, minutes: number): Promise<number> {
  const before = harness.gateway.asked.length;
  for (let passed = 0; passed < minutes; passed += 5) {
    harness.advance(5 * MINUTE);
    await harness.handler.sweep();
  }
  return harness.gateway.asked.length - before;
}

describe('a session that has ended, in the week after', () => {
  it('is polled again where the gateway knew no such payment, and paid when it does', async () => {
    let found: ReturnType<HandlerHarness['gateway']['ledger']['get']>;
    const [harness, id] = await ended(({ gateway }, unique) => {
      found = gateway.ledger.get(unique);
      gateway.ledger.delete(unique);
    });
    expect((await harness.record(id)).status).toBe('expired');
    expect(await sweepFor(harness, 60)).toBeGreaterThan(0);
    const { uniqueReference } = await harness.record(id);
    harness.gateway.ledger.set(uniqueReference, found as NonNullable<typeof found>);
    harness.gateway.pay(uniqueReference);
    await sweepFor(harness, 180);
    expect((await harness.record(id)).status).toBe('completed');
    expect(harness.payments).toHaveLength(1);
    expect(harness.alerts()).toEqual(['late_payment']);
  });

  it.each(['Pending', 'A status that nobody knows'])('is polled again where it said %s', async (Status) => {
    const [harness] = await ended(({ gateway }, unique) => gateway.set({ Status }, unique));
    expect(await sweepFor(harness, 60)).toBeGreaterThan(0);
  });

  it.each(['Declined', 'Expired', 'Cancelled'])('is left where it said %s: that is final', async (Status) => {
    const [harness] = await ended(({ gateway }, unique) => gateway.set({ Status }, unique));
    expect(await sweepFor(harness, 24 * 60)).toBe(0);
  });

  it('is polled when its address has ended, where a decline came before: the page took another card', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    harness.gateway.set({ Status: 'Declined' });
    await harness.notify();
    expect((await harness.record(id)).status).toBe('failed');
    harness.gateway.pay();
    await sweepFor(harness, 10);
    expect((await harness.record(id)).status).toBe('completed');
  });
});
