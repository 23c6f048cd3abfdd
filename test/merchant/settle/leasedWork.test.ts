import { beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/merchant/poll/evidence.ts';
import type { GatewayState } from '../../../src/merchant/poll/gatewayState.ts';
import { createLeasedWork, type SyncOptions } from '../../../src/merchant/settle/leasedWork.ts';
import { nextPollAfterOutage, nextPollAt } from '../../../src/merchant/settle/schedule.ts';
import type { Claim, SessionRecord } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * Who is asked what under a lease, and when the session is due again: the poll, what is owed of a paid order, of an unpaid one and
 * of a pending one are the test's.
 */

const NOW = 60_000;
const MINUTE = 60_000;
const INTERVAL = 4_000;
const open = sessionRecord();

describe('work under a lease', () => {
  let now: number;
  let store: ModeStore;
  let claim: Claim;
  /** What is asked of the others, in its order. */
  let steps: unknown[];
  /** When the session is due again, as the lease is ended. */
  let due: (number | null)[];
  let lines: unknown[];
  let answers: { state: GatewayState; evidence: Evidence | null } | null;
  let owed: Record<'paid' | 'repeat' | 'release' | 'pending', number | null>;
  let isLeaseOver: boolean;

  beforeEach(() => {
    now = NOW;
    steps = [];
    due = [];
    lines = [];
    answers = { state: 'pending', evidence: null };
    owed = { paid: null, repeat: null, release: null, pending: null };
    isLeaseOver = false;
  });

  async function work(change: Partial<SessionRecord> = {}) {
    const memory = modeStore(memoryStore({ now: () => now }), true);
    await memory.createSession(sessionRecord(change), [], 90_000);
    claim = (await memory.claimOne(open.id, 30_000)) as Claim;
    store = {
      ...memory,
      change: async (given) => {
        // Whoever ends the lease says when the session is due.
        expect(given).not.toHaveProperty('dueAt');
        return memory.change(given);
      },
      finish: async (given, nextAt) => {
        expect(given).toBe(claim);
        due.push(nextAt);
        return isLeaseOver ? false : memory.finish(given, nextAt);
      },
    };
    const poll = (how: string) => async (session: SessionRecord) => {
      steps.push([how, session.id]);
      // The answer takes its time.
      now += 500;
      return answers === null ? null : { gatewayState: answers.state, evidence: answers.evidence };
    };
    return createLeasedWork({
      store,
      clock: async () => now,
      emit: () => {},
      decimals: undefined,
      gatewayPoll: { poll: poll('poll') as never, pollUnlessDown: poll('poll unless down') },
      paidWork: async (session, known) => {
        steps.push(['paid work', session.status, known]);
        return owed.paid;
      },
      unpaidWork: {
        repeat: async (session) => {
          steps.push(['repeat', session.status]);
          return owed.repeat;
        },
        release: async (session, state) => {
          steps.push(['release', session.status, state]);
          return owed.release;
        },
        postpone: (session, at) => {
          steps.push(['postpone', session.status, at]);
          return owed.release;
        },
      },
      tellPending: async (session, state) => {
        steps.push(['tell pending', session.status, state]);
        return owed.pending;
      },
      pollIntervalMs: INTERVAL,
      log: { warn: (...line: unknown[]) => lines.push(line) } as never,
    });
  }

  async function sync(change: Partial<SessionRecord> = {}, options: SyncOptions = { force: false }) {
    const leasedWork = await work(change);
    const { finished, ...result } = await leasedWork.sync(claim, options);
    await finished;
    return result;
  }
  const record = async () => (await store.getSession(open.id))?.value as SessionRecord;
  const told = (state: string): Evidence => {
    const { pspId, uniqueReference, orderReference } = open;
    const names = { pspId, uniqueReference, orderReference, amount: '49.90', currency: 'EUR', isTest: true };
    const details = { state, status: state, ...names } as never;
    return { kind: 'transaction', source: 'status', details, test: true };
  };

  it('polls, counts the poll from when it was asked, and comes again by the schedule', async () => {
    answers = { state: 'pending', evidence: told('pending') };
    const session = { ...open, checkedAt: NOW, checks: 1 };
    expect(await sync()).toEqual({ session, gatewayState: 'pending', isLeased: false });
    expect(await record()).toEqual(session);
    expect(steps).toEqual([
      ['poll unless down', open.id],
      ['tell pending', 'open', 'pending'],
      ['release', 'open', 'pending'],
    ]);
    expect(due).toEqual([nextPollAt(open, NOW)]);
    expect(lines).toEqual([]);
  });

  it('polls in any case where it is forced, also a gateway that is thought to be down', async () => {
    await sync({ checkedAt: NOW - 1 }, { force: true });
    expect(steps[0]).toEqual(['poll', open.id]);
  });

  it.each([
    [INTERVAL, null, true],
    [INTERVAL - 1, null, false],
    [INTERVAL / 4, 30_000, true],
    [INTERVAL / 4 - 1, 30_000, false],
  ])('polled %i ms ago, back at %s: polled now: %s', async (ago, returnedAt, isPolled) => {
    const result = await sync({ checkedAt: NOW - ago, returnedAt });
    expect(steps.map((step) => (step as string[])[0])).toContain(isPolled ? 'poll unless down' : 'repeat');
    expect(result.gatewayState).toBe(isPolled ? 'pending' : null);
    expect(result.isLeased).toBe(false);
  });

  it('does not poll too soon, and keeps the time when it was due, or takes that when it may', async () => {
    await sync({ checkedAt: NOW - 1_000 });
    expect(due).toEqual([90_000]);
    now = 95_000;
    await sync({ checkedAt: 94_000 });
    // Just now due: not again at once.
    now = 90_000;
    await sync({ checkedAt: 89_000 });
    expect(due).toEqual([90_000, 94_000 + INTERVAL, 89_000 + INTERVAL]);
  });

  it('does what is owed of a paid session, and does not poll about it but where that is asked', async () => {
    owed.paid = 70_000;
    const paid = { status: 'completed', paidAt: 1 } as const;
    expect(await sync(paid, { force: true })).toMatchObject({ gatewayState: null, isLeased: false });
    await sync(paid, { force: false, alsoPaid: true });
    expect(steps).toEqual(Array(2).fill(['paid work', 'completed', undefined]));
    expect(due).toEqual([70_000, 70_000]);
    steps = [];
    answers = { state: 'processed', evidence: told('processed') };
    const result = await sync(paid, { force: true, alsoPaid: true });
    expect(result).toMatchObject({ session: { checks: 1 }, gatewayState: 'processed' });
    expect(steps).toEqual([
      ['poll', open.id],
      ['paid work', 'completed', expect.objectContaining({ state: 'processed' })],
    ]);
  });

  it('settles what the gateway calls paid, and hands on what it says of it', async () => {
    answers = { state: 'processed', evidence: told('processed') };
    expect(await sync()).toMatchObject({ session: { status: 'completed', paidAt: NOW + 500 } });
    expect(steps.slice(1)).toEqual([
      ['paid work', 'completed', expect.objectContaining({ state: 'processed', amount: '49.90' })],
    ]);
    expect(due).toEqual([null]);
  });

  it('F40 comes again soon where the gateway does not answer; nothing is counted', async () => {
    answers = { state: 'unreachable', evidence: null };
    owed.repeat = null;
    expect(await sync()).toEqual({ session: open, gatewayState: 'unreachable', isLeased: false });
    expect(await record()).toEqual(open);
    expect(steps.slice(1)).toEqual([['repeat', 'open']]);
    expect(due).toEqual([nextPollAfterOutage(open, now)]);
  });

  it('F40 and where it is known to be down', async () => {
    answers = null;
    expect(await sync()).toEqual({ session: open, gatewayState: null, isLeased: false });
    expect(steps.slice(1)).toEqual([['repeat', 'open']]);
    expect(due).toEqual([nextPollAfterOutage(open, NOW)]);
  });

  it('a call of onUnpaid that was begun is repeated all the same, at its own time or the schedule’s', async () => {
    answers = null;
    const at = nextPollAt(open, NOW + 500) ?? 0;
    owed.repeat = at + 1;
    await sync({ status: 'failed' });
    owed.repeat = at - 1;
    await sync({ status: 'failed' });
    expect(due).toEqual([at, at - 1]);
  });

  it('comes again at the first of what is owed', async () => {
    const at = nextPollAt(open, NOW) ?? 0;
    for (const [pending, release, first] of [
      [at - 1, at - 2, at - 2],
      [at - 2, at - 1, at - 2],
      [at + 1, null, at],
    ] as const) {
      owed = { ...owed, pending, release };
      now = NOW;
      await sync();
      expect(due.pop()).toBe(first);
    }
  });

  it('does not call the order unpaid where somebody is about to try again', async () => {
    owed.release = 65_000;
    await sync({ status: 'failed' }, { force: true, opening: true });
    expect(steps.slice(2)).toEqual([['postpone', 'failed', NOW + 500]]);
    expect(due).toEqual([65_000]);
  });

  const OLD = 15 * MINUTE;
  it.each([
    ['declined', OLD, false],
    ['expired', OLD, false],
    ['cancelled', OLD, false],
    ['declined', OLD - 1, true],
    ['pending', OLD, true],
    ['unknown', OLD, true],
    ['unconfirmed', OLD, true],
    ['not_found', OLD, true],
  ] as const)('%s, %i ms old: asked again: %s', async (state, age, isAsked) => {
    now = age;
    answers = { state, evidence: null };
    await sync({ status: 'failed' });
    expect(due).toEqual([isAsked ? nextPollAt(open, age + 500) : null]);
    expect((await record()).status).toBe('failed');
  });

  it('is as old as its creation says, not as the clock does', async () => {
    now = 16 * MINUTE;
    answers = { state: 'declined', evidence: null };
    await sync({ status: 'failed', createdAt: 2 * MINUTE });
    expect(due[0]).not.toBeNull();
  });

  it('a week without a final answer is given up, once the schedule is over', async () => {
    now = 9 * 86_400_000;
    await sync();
    expect(await record()).toMatchObject({ status: 'unresolved', checks: 1 });
    expect((await store.listEvents(open.id)).map(({ type }) => type)).toEqual(['unresolved']);
    expect(steps.slice(1)).toEqual([
      ['tell pending', 'open', 'pending'],
      ['release', 'unresolved', 'pending'],
    ]);
    expect(due).toEqual([null]);
    // With a final answer there is nothing to give up.
    answers = { state: 'declined', evidence: null };
    await sync();
    expect((await record()).status).toBe('open');
  });

  it('a session that is gone ends the lease', async () => {
    const leasedWork = await work();
    const gone = { ...claim, sessionId: 'f'.repeat(32) };
    claim = gone;
    const { finished, ...result } = await leasedWork.sync(gone, { force: true });
    await finished;
    expect(result).toEqual({ session: null, gatewayState: null, isLeased: false });
    expect([steps, due]).toEqual([[], [null]]);
  });

  it('one that is gone while the gateway is polled is what it was before', async () => {
    const leasedWork = await work();
    const { getSession } = store;
    let reads = 0;
    store.getSession = async (id) => (++reads === 1 ? getSession(id) : null);
    store.change = async () => 'version_conflict' as never;
    const { finished, ...result } = await leasedWork.sync(claim, { force: true });
    await finished;
    expect(result).toEqual({ session: open, gatewayState: 'pending', isLeased: false });
  });

  it('F44 that took longer than its lease is said to, and sets no due time', async () => {
    isLeaseOver = true;
    const leasedWork = await work({ status: 'completed', paidAt: 1 });
    await leasedWork.finishPaid(claim, open, undefined);
    expect(lines).toEqual([[{ sessionId: open.id }, 'Work on a session took longer than its lease']]);
  });
});
