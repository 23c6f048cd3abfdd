import { describe, expect, it } from 'vitest';
import { createPurge } from '../../../src/merchant/settle/createPurge.ts';
import { createSweep } from '../../../src/merchant/settle/createSweep.ts';
import type { Claim } from '../../../src/merchant/store/contract.ts';

const claimOf = (n: number): Claim => ({ sessionId: `s-${n}`, token: n, dueAt: n }) as never;

/** What is said to the failure log. */
function failureLog() {
  const said: unknown[] = [];
  return {
    said,
    failures: {
      failed: (...given: unknown[]) => void said.push(['failed', ...given]),
      succeeded: (what: string) => void said.push(['works', what]),
    },
  };
}

describe('a sweep', () => {
  /** So many sessions are due, and those fail. */
  function open(due: number, failing: readonly number[] = []) {
    const { said, failures } = failureLog();
    const left = Array.from({ length: due }, (_, n) => claimOf(n));
    const asked: unknown[] = [];
    const dealtWith: unknown[] = [];
    let inHand = 0;
    let most = 0;
    const sweep = createSweep({
      store: {
        claimDue: async (...given) => {
          asked.push(given);
          return left.splice(0, given[0]);
        },
      },
      leasedWork: {
        sync: async (claim, options) => {
          dealtWith.push([claim.sessionId, options]);
          most = Math.max(most, ++inHand);
          const finished = new Promise<void>(setImmediate).then(() => {
            inHand--;
            if (failing.includes(claim.dueAt)) throw new Error(`failed ${claim.dueAt}`);
          });
          return { finished } as never;
        },
      },
      leaseMs: 30_000,
      failures,
    });
    return { sweep, said, asked, dealtWith, most: () => most };
  }

  it('deals with all that is due, eight at a time, and asks again while a batch is full', async () => {
    const { sweep, said, asked, dealtWith, most } = open(70);
    expect(await sweep()).toEqual({ due: 70, failed: 0 });
    expect(asked).toEqual([
      [32, 30_000],
      [32, 30_000],
      [32, 30_000],
    ]);
    expect(dealtWith).toEqual(Array.from({ length: 70 }, (_, n) => [`s-${n}`, { force: false }]));
    expect(most()).toBe(8);
    expect(said).toEqual([['works', 'due sessions']]);
  });

  it('asks once more after a batch that was just full, and says nothing where nothing is due', async () => {
    const full = open(32);
    await full.sweep();
    expect(full.asked).toHaveLength(2);
    const none = open(0);
    expect(await none.sweep()).toEqual({ due: 0, failed: 0 });
    expect([none.asked.length, none.said]).toEqual([1, []]);
  });

  it('ends after twenty batches: the next one goes on', async () => {
    const { sweep, asked } = open(1_000);
    expect(await sweep()).toEqual({ due: 640, failed: 0 });
    expect(asked).toHaveLength(20);
  });

  it('counts and names what fails, and goes on with the rest', async () => {
    const { sweep, said, dealtWith } = open(40, [3, 33]);
    expect(await sweep()).toEqual({ due: 40, failed: 2 });
    expect(dealtWith).toHaveLength(40);
    expect(said).toEqual(
      [3, 33].map((n) => [
        'failed',
        'due sessions',
        new Error(`failed ${n}`),
        'A due session could not be dealt with',
        { sessionId: `s-${n}` },
      ]),
    );
  });
});

describe('a purge', () => {
  function open({
    allowed = true,
    deleted = { sessions: 0, notifications: 0 },
    error = null as Error | null,
  } = {}) {
    const { said, failures } = failureLog();
    let now = 5;
    const asked: unknown[] = [];
    const lines: unknown[] = [];
    const purge = createPurge({
      records: {
        store: {
          take: async (...given: unknown[]) => {
            asked.push(['take', ...given]);
            return { allowed };
          },
          purge: async (...given: unknown[]) => {
            asked.push(['purge', ...given]);
            if (error !== null) throw error;
            return deleted;
          },
        } as never,
        clock: async () => 1_000_000,
      },
      limits: { retainSessionsMs: 400, retainNotificationsMs: 30 },
      monotonic: () => now,
      failures,
      log: { info: (...line: unknown[]) => lines.push(line) } as never,
    });
    return { purge, said, asked, lines, later: (ms: number) => (now += ms) };
  }
  const TAKE = ['take', 'purge', 1, 60_000];
  const PURGE = ['purge', 999_600, { notificationsBefore: 999_970, limit: 500 }];
  const WORKS = ['works', 'deletion of old records'];

  it('deletes what is older than its bounds, once a minute in this process and over all', async () => {
    const { purge, asked, said, lines, later } = open();
    await purge();
    later(59_999);
    await purge();
    expect(asked).toEqual([TAKE, PURGE]);
    later(1);
    await purge();
    expect(asked).toEqual([TAKE, PURGE, TAKE, PURGE]);
    expect([said, lines]).toEqual([[WORKS, WORKS], []]);
    const other = open({ allowed: false });
    await other.purge();
    expect([other.asked, other.said]).toEqual([[TAKE], []]);
  });

  it.each([
    { sessions: 1, notifications: 0 },
    { sessions: 0, notifications: 1 },
  ])('says what it deleted: %j', async (deleted) => {
    const { purge, lines } = open({ deleted });
    await purge();
    expect(lines).toEqual([[deleted, 'Old sessions and notifications were deleted']]);
  });

  it('that fails is noted, and rejects not', async () => {
    const error = new Error('disk full');
    const { purge, said } = open({ error });
    await purge();
    const message = 'Old records could not be deleted; the next sweep tries again';
    expect(said).toEqual([['failed', 'deletion of old records', error, message]]);
  });
});
