import { beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../src/merchant/http/rateLimit.ts';

/*
 * What each limit asks the store, what a refusal says, and which alert it raises.
 */

const MINUTE = 60_000;
const limits = {
  readsPerAddress: 2,
  sessionsPerAddress: 3,
  sessionsPerOrder: 4,
  sessionsPerOrderInTotal: 5,
  orphanNotificationsPerMinute: 6,
} as never;

describe('a rate limit', () => {
  let now: number;
  /** What is asked of the store and told, in its order. */
  let steps: unknown[];
  let takes: (bucket: string) => object;
  let admission: object;

  beforeEach(() => {
    now = 1_000;
    steps = [];
    takes = () => ({ allowed: true, retryAfterMs: 0 });
    admission = { kind: 'admitted', sessions: ['a session'] };
  });

  const open = () =>
    createRateLimiter({
      records: {
        store: {
          take: async (...given: unknown[]) => {
            steps.push(['take', ...given]);
            return takes(given[0] as string);
          },
          admit: async (...given: unknown[]) => {
            steps.push(['admit', ...given]);
            return admission;
          },
        } as never,
        emit: (events, session) => steps.push(...events.map(({ type, data }) => [type, data, session])),
      },
      limits,
      monotonic: () => now,
      learnTime: async (ask) => {
        steps.push('learn');
        return ask() as never;
      },
    });
  const refused = (retryAfterMs: number) => ({ code: 'rate_limited', details: { retryAfterMs } });
  const alert = (limit: string, perMinute: number, untrustedForwarding = false) => [
    'rate_limited',
    { limit, perMinute, untrustedForwarding },
    null,
  ];

  it('over all processes takes one from its bucket; a refusal says when, and is an alert once a minute', async () => {
    const { take } = open();
    const asker = { name: 'unsigned' };
    const taken = ['take', 'orphanNotificationsPerMinute:unsigned', 6, MINUTE];
    await take('orphanNotificationsPerMinute', asker);
    expect(steps.splice(0)).toEqual([taken]);
    takes = (bucket) => ({ allowed: bucket.startsWith('alert:'), retryAfterMs: 7_000 });
    const asked = ['take', 'alert:rate_limited:orphanNotificationsPerMinute', 1, MINUTE];
    const alerted = alert('orphanNotificationsPerMinute', 6);
    await expect(take('orphanNotificationsPerMinute', asker)).rejects.toMatchObject(refused(7_000));
    expect(steps.splice(0)).toEqual([taken, asked, alerted]);
    await expect(take('orphanNotificationsPerMinute', asker)).rejects.toMatchObject(refused(7_000));
    expect(steps.splice(0)).toEqual([taken]);
    now += MINUTE;
    // Another process has told it.
    takes = () => ({ allowed: false, retryAfterMs: 7_000 });
    await expect(take('orphanNotificationsPerMinute', asker)).rejects.toMatchObject(refused(7_000));
    expect(steps).toEqual([taken, asked]);
  });

  it.each([
    ['takeRead', 'readsPerAddress', 2],
    ['takeSession', 'sessionsPerAddress', 3],
  ] as const)(
    '%s counts an address in this process, and asks the store for the alert alone',
    async (name, limit, most) => {
      const limiter = open();
      const from = { clientAddress: '2001:db8::1', untrustedForwarding: true };
      for (let n = 0; n < most; n++) await limiter[name](from);
      await limiter[name]({});
      expect(steps).toEqual([]);
      // Its neighbour in the same /64.
      const neighbour = { clientAddress: '2001:db8::2', untrustedForwarding: true };
      await expect(limiter[name](neighbour)).rejects.toMatchObject(refused(MINUTE));
      expect(steps).toEqual([['take', `alert:rate_limited:${limit}`, 1, MINUTE], alert(limit, most, true)]);
    },
  );

  it('of a session takes one from each bucket, and reads the order’s sessions and the time', async () => {
    const names = { sessionsPerOrder: 'ada:A-1', sessionsPerOrderInTotal: 'A-1' };
    expect(await open().admit('A-1', names, undefined)).toEqual(['a session']);
    const buckets = [
      { name: 'sessionsPerOrder:ada:A-1', limit: 4 },
      { name: 'sessionsPerOrderInTotal:A-1', limit: 5 },
    ];
    expect(steps).toEqual(['learn', ['admit', { orderReference: 'A-1' }, buckets, MINUTE]]);
  });

  it.each([
    ['sessionsPerOrder:ada:A-1', 'sessionsPerOrder', 4],
    ['sessionsPerOrderInTotal:A-1', 'sessionsPerOrderInTotal', 5],
    ['a bucket that nobody asked for', 'sessionsPerOrder', 4],
  ])('names the one that is full: %s', async (bucket, limit, most) => {
    admission = { kind: 'refused', bucket, retryAfterMs: 9_000 };
    const names = { sessionsPerOrder: 'ada:A-1', sessionsPerOrderInTotal: 'A-1' };
    await expect(open().admit('A-1', names, true)).rejects.toMatchObject(refused(9_000));
    expect(steps.slice(2)).toEqual([
      ['take', `alert:rate_limited:${limit}`, 1, MINUTE],
      alert(limit, most, true),
    ]);
  });
});
