import { beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/merchant/poll/evidence.ts';
import { applyEvidence } from '../../../src/merchant/settle/applyEvidence.ts';
import { nextPollAt } from '../../../src/merchant/settle/schedule.ts';
import type { Change, NewEvent, SessionRecord } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const NOW = 130_000;
const first = sessionRecord();
const second = sessionRecord({ id: '1'.repeat(32), uniqueReference: 'second', pspId: '850999' });
const facts = (state: string) => ({ source: 'notification', state, gatewayStatus: state });

function told(
  state: string,
  { pspId, uniqueReference, orderReference }: SessionRecord = first,
  change: object = {},
): Evidence {
  const details = {
    state,
    status: state,
    pspId,
    uniqueReference,
    orderReference,
    amount: '49.90',
    currency: 'EUR',
    isTest: true,
    ...change,
  };
  return { kind: 'transaction', source: 'notification', details, test: true } as never;
}

describe('what evidence writes', () => {
  let memory: ModeStore;
  let store: ModeStore;
  let written: Change[];
  let told_: (readonly [NewEvent['type'], string | undefined])[];
  const clock = async () => NOW;
  const apply = (
    evidence: Evidence | null,
    options: Parameters<typeof applyEvidence>[3] = {},
    unpaidGraceMs?: number,
  ) =>
    applyEvidence(
      {
        store,
        clock,
        emit: (events, session) => told_.push(...events.map(({ type }) => [type, session?.id] as const)),
        decimals: undefined,
        ...(unpaidGraceMs === undefined ? {} : { unpaidGraceMs }),
      },
      first.id,
      evidence,
      options,
    );

  beforeEach(async () => {
    memory = modeStore(memoryStore({ now: () => NOW }), true);
    written = [];
    told_ = [];
    store = {
      ...memory,
      change: async (change) => {
        written.push(change);
        return memory.change(change);
      },
    };
    await memory.createSession(first, [], 9_000_000);
  });

  it('a payment: claimed, and due now, so that the next sweep repairs a crash right here', async () => {
    const paid = { ...first, status: 'completed' as const, redirectUrl: null, paidAt: NOW };
    expect(await apply(told('processed'))).toEqual({ session: paid, moved: true });
    expect(written).toEqual([
      {
        id: first.id,
        version: 1,
        next: paid,
        events: [{ type: 'completed', data: { ...facts('processed'), pspId: '850907' } }],
        claimFulfilment: true,
        dueAt: NOW,
      },
    ]);
    expect(told_).toEqual([['completed', first.id]]);
    expect((await memory.claimDue(10, 1_000)).map(({ sessionId }) => sessionId)).toEqual([first.id]);
  });

  it('whoever holds the lease sets the due time', async () => {
    await apply(told('processed'), { leased: true });
    expect(written).toHaveLength(1);
    expect(written[0]).not.toHaveProperty('dueAt');
    expect(await memory.claimDue(10, 1_000)).toEqual([]);
  });

  it('an end without payment: when it was, and due at the next poll or at the release', async () => {
    await apply(told('declined'));
    const [{ next, dueAt, claimFulfilment }] = written as [Change];
    expect(next).toEqual({ ...first, status: 'failed', redirectUrl: null, endedAt: 122_000 });
    expect(claimFulfilment).toBe(false);
    expect(dueAt).toBe(nextPollAt(next, NOW));
  });

  it('and at the release, where that comes first', async () => {
    await apply(told('declined'), {}, 9_000);
    expect(written[0]?.dueAt).toBe(131_000);
  });

  it('nothing new, and no poll: nothing is written', async () => {
    expect(await apply(told('pending'))).toEqual({ session: first, moved: false });
    expect(await apply(null)).toEqual({ session: first, moved: false });
    expect(written).toEqual([]);
  });

  it('a poll is counted, whatever it brought', async () => {
    await apply(null, { polledAt: NOW - 5_000 });
    await apply(told('pending'), { polledAt: NOW - 1_000 });
    // An answer that is written late is as old as its question, and takes back none that is newer.
    await apply(null, { polledAt: NOW - 9_000 });
    expect(written.map(({ next }) => [next.checkedAt, next.checks, next.paidAt, next.endedAt])).toEqual([
      [NOW - 5_000, 1, null, null],
      [NOW - 1_000, 2, null, null],
      [NOW - 1_000, 3, null, null],
    ]);
    expect(written.map(({ events }) => events)).toEqual([[], [], []]);
    expect(written[0]).not.toHaveProperty('dueAt');
  });

  it('silence ends it too', async () => {
    await apply({ kind: 'expired', because: 'replaced' });
    expect(written[0]?.next).toMatchObject({ status: 'expired', endedAt: 122_000 });
  });

  it('a gateway id that we lacked is written, though there is nothing to tell', async () => {
    const lost = { ...second, pspId: null };
    await memory.createSession({ ...lost, orderReference: 'A-2' }, [], 9_000_000);
    const applied = await applyEvidence(
      { store, clock, emit: () => {}, decimals: undefined },
      lost.id,
      told('pending', { ...second, orderReference: 'A-2' }),
    );
    expect(applied).toMatchObject({ session: { pspId: '850999', status: 'open' }, moved: false });
    expect(written.map(({ events }) => events)).toEqual([[]]);
  });

  it('news that came with a change is told with it, though it was told before', async () => {
    const unsummed = told('processed', first, { amount: null });
    await apply(unsummed);
    const stored = await memory.getSession(first.id);
    const returned = { ...first, returnedAt: NOW };
    await memory.change({ id: first.id, version: stored?.version ?? 0, next: returned, events: [] });
    await apply(unsummed);
    expect(told_.map(([type]) => type)).toEqual(['status_incomplete', 'status_incomplete']);
    expect(written.map(({ next }) => next.status)).toEqual(['open', 'pending']);
  });

  it('T25 the same news is told once', async () => {
    await apply(told('unknown'));
    await apply(told('unknown'));
    expect(written).toHaveLength(1);
    expect(told_).toEqual([['unknown_status', first.id]]);
  });

  it('T10 the money of a second session of the order is recorded, and fulfils nothing', async () => {
    await apply({ kind: 'expired', because: 'age' });
    await memory.createSession(second, [], 9_000_000, [first.id]);
    const stored = await memory.getSession(second.id);
    await memory.change({
      id: second.id,
      version: stored?.version ?? 0,
      next: { ...second, status: 'completed', paidAt: 1 },
      events: [],
      claimFulfilment: true,
    });
    told_ = [];
    const applied = await apply(told('processed'));
    expect(applied?.session.status).toBe('completed');
    expect(told_.map(([type]) => type)).toEqual(['completed', 'late_payment', 'overpaid']);
    const last = written.at(-1);
    expect(last).toMatchObject({ claimFulfilment: false });
    expect(last?.events.at(-1)).toEqual({
      type: 'overpaid',
      data: { amount: '49.90', currency: 'EUR', pspId: '850907' },
    });
    // Not due for a fulfilment that is not its own.
    expect(last?.dueAt).toBe(nextPollAt(last?.next as SessionRecord, NOW));
    expect((await memory.getFulfilment('A-1'))?.sessionId).toBe(second.id);
  });

  it('who was slower judges again, by the record as it is by then', async () => {
    const known = await memory.getSession(first.id);
    await apply(told('declined'));
    written = [];
    const applied = await apply(told('processed'), { known: known as NonNullable<typeof known> });
    expect(applied?.session.status).toBe('completed');
    expect(written.map(({ version, events }) => [version, events.map(({ type }) => type)])).toEqual([
      [1, ['completed']],
      [2, ['completed', 'late_payment']],
    ]);
    expect(told_.map(([type]) => type)).toEqual(['failed', 'completed', 'late_payment']);
  });

  it('gives up, and says so, where others are always faster', async () => {
    let tries = 0;
    store = {
      ...memory,
      async change() {
        tries += 1;
        return 'version_conflict' as never;
      },
    };
    await expect(apply(told('processed'))).rejects.toThrow(`Session ${first.id} changed 50 times`);
    expect(tries).toBe(50);
    expect(told_).toEqual([]);
  });

  it('a session that is gone', async () => {
    store = { ...memory, getSession: async () => null };
    expect(await apply(told('processed'))).toBeNull();
  });
});
