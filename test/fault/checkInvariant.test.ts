import { describe, expect, it } from 'vitest';
import { checkInvariant, type LedgerEntry } from '../support/checkInvariant.ts';
import { handlerHarness } from '../support/handlerHarness.ts';

async function paidHarness() {
  const harness = handlerHarness();
  const id = await harness.session();
  harness.gateway.pay();
  await harness.notify();
  const record = await harness.record(id);
  const entry: LedgerEntry = {
    uniqueReference: record.uniqueReference,
    orderReference: 'A-1',
    pspId: record.pspId ?? '',
    amount: '49.90',
    currency: 'EUR',
    state: 'processed',
  };
  const call = { orderReference: 'A-1', sessionId: id, idempotencyKey: 'A-1:payment' };
  return { store: harness.store, orders: ['A-1'], ledger: [entry], hookCalls: [call] };
}

describe('the invariant checker', () => {
  it('finds nothing where nothing is wrong, hook calls repeated after a crash included', async () => {
    const checked = await paidHarness();
    expect(await checkInvariant(checked)).toEqual([]);
    expect(
      await checkInvariant({ ...checked, hookCalls: [...checked.hookCalls, ...checked.hookCalls] }),
    ).toEqual([]);
  });

  it('finds a payment that was made up, or is another’s', async () => {
    const checked = await paidHarness();
    expect(await checkInvariant({ ...checked, ledger: [] })).toEqual([
      'A-1: paid without a matching payment in the ledger',
    ]);
    for (const change of [{ amount: '1.00' }, { currency: 'USD' }, { pspId: '1' }, { state: 'declined' }]) {
      const ledger = checked.ledger.map((entry) => ({ ...entry, ...change }));
      expect(await checkInvariant({ ...checked, ledger })).not.toEqual([]);
    }
  });

  it('finds a payment that was lost, a fulfilment that was never made or made twice', async () => {
    const checked = await paidHarness();
    const lost = { ...checked.ledger[0], uniqueReference: 'x' } as LedgerEntry;
    expect(await checkInvariant({ ...checked, ledger: [...checked.ledger, lost] })).toEqual([
      'A-1: a payment was lost (undefined)',
    ]);
    expect(await checkInvariant({ ...checked, hookCalls: [] })).toEqual([
      'A-1: done, and the hook never heard',
    ]);
    const twice = [
      ...checked.hookCalls,
      { orderReference: 'A-1', sessionId: 'other', idempotencyKey: 'other' },
    ];
    expect(await checkInvariant({ ...checked, hookCalls: twice })).toHaveLength(2);
  });
});
