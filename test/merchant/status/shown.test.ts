import { describe, expect, it } from 'vitest';
import { pollIntervalOf } from '../../../src/merchant/poll/mayPollAt.ts';
import { statusRoute, toStatusReply } from '../../../src/merchant/status/statusRoute.ts';
import type { SessionRecord, StoredStatus } from '../../../src/merchant/store/contract.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const INTERVAL = 2_000;
const NOW = 60_000;
/** The spread of the next poll is by the last four digits of the id. */
const id = `${'0'.repeat(28)}0000`;

const SHOWN: Record<StoredStatus, string> = {
  creating: 'open',
  open: 'open',
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  expired: 'expired',
  unresolved: 'pending',
};

describe('what the browser is told of each status', () => {
  it.each(Object.entries(SHOWN) as [StoredStatus, string][])('%s is %s', (status, shown) => {
    const session = sessionRecord({ status });
    expect(toStatusReply(session, null)).toEqual({ status: shown, orderReference: 'A-1' });
    expect(toStatusReply(session, 5, true)).toEqual({
      status: shown,
      orderReference: 'A-1',
      retryAfterMs: 5,
      mayRetry: true,
    });
  });
});

describe('GET /session/:id, its decisions', () => {
  /** @returns the answer, which syncs it asked for, and what it left to the background. */
  async function ask(change: Partial<SessionRecord>, now = NOW, after?: SessionRecord | null) {
    const session = sessionRecord({ id, ...change });
    const syncs: unknown[] = [];
    const background: string[] = [];
    const response = await statusRoute(
      {
        store: { getSession: async () => ({ value: session, version: 1 }), listEvents: async () => [] },
        clock: async () => now,
        settler: {
          sync: async (...asked) => {
            syncs.push(asked);
            const finished = Promise.resolve();
            return { session: after ?? null, gatewayState: null, isLeased: false, finished };
          },
        },
        background: { run: (name: string) => void background.push(name) } as never,
        pollIntervalMs: INTERVAL,
        declineEndsPage: false,
      },
      session.id,
    );
    return { reply: await response.json(), syncs, background };
  }
  const polled = { syncs: [[id, { force: false }]], background: ['finish a sync'] };
  const notPolled = { syncs: [], background: [] };

  it.each<[StoredStatus, boolean]>([
    ['creating', false],
    ['open', true],
    ['pending', true],
    ['completed', false],
    ['expired', false],
    ['unresolved', false],
  ])('%s: the gateway is polled: %s', async (status, isPolled) => {
    expect(await ask({ status })).toMatchObject(isPolled ? polled : notPolled);
  });

  it('answers with what the poll has found, and with the record where it found none', async () => {
    const paid = sessionRecord({ id, status: 'completed' });
    expect((await ask({}, NOW, paid)).reply).toEqual({ status: 'completed', orderReference: 'A-1' });
    expect((await ask({}, NOW, null)).reply).toMatchObject({ status: 'open' });
  });

  it('a declined page that takes another card is polled; one whose customer has left is final', async () => {
    const declined = await ask({ status: 'failed' });
    expect(declined).toMatchObject({ ...polled, reply: { status: 'failed', mayRetry: true } });
    const left = await ask({ status: 'failed', returnedAt: 1_000 });
    expect(left).toEqual({ ...notPolled, reply: { status: 'failed', orderReference: 'A-1' } });
  });

  it('polls at the very moment when it may, and not before', async () => {
    expect(await ask({ checkedAt: NOW - INTERVAL + 1 })).toMatchObject(notPolled);
    expect(await ask({ checkedAt: NOW - INTERVAL })).toMatchObject(polled);
  });

  it('leaves a page alone that was just handed out', async () => {
    expect(await ask({ createdAt: NOW - INTERVAL + 1 })).toMatchObject(notPolled);
    expect(await ask({ createdAt: NOW - INTERVAL })).toMatchObject(polled);
  });

  it('says when to ask again: soon for fifteen seconds after the return, then at the usual pace', async () => {
    const waitOf = async (change: Partial<SessionRecord>, now = NOW) =>
      ((await ask(change, now)).reply as { retryAfterMs: number }).retryAfterMs;
    const returned = sessionRecord({ id, returnedAt: NOW, checks: 0 });
    const soon = pollIntervalOf(returned, INTERVAL);
    expect(soon).toBeLessThan(INTERVAL);
    expect(await waitOf({})).toBe(INTERVAL);
    expect(await waitOf({ returnedAt: NOW }, NOW)).toBe(soon);
    expect(await waitOf({ returnedAt: NOW }, NOW + 14_999)).toBe(soon);
    expect(await waitOf({ returnedAt: NOW }, NOW + 15_000)).toBe(INTERVAL);
    // Young, and not returned: `null` is no time of day.
    expect(await waitOf({ createdAt: 0 }, INTERVAL)).toBe(INTERVAL);
    // Spread by up to a fifth.
    expect(await waitOf({ id: `${'0'.repeat(28)}ffff` })).toBe(INTERVAL * 1.2);
  });
});
