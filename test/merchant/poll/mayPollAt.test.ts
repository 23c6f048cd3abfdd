import { describe, expect, it } from 'vitest';
import { mayPollAt } from '../../../src/merchant/poll/mayPollAt.ts';

const session = { createdAt: 1_000, checkedAt: null, returnedAt: null };

describe('mayPollAt', () => {
  it('T48 lets a session that was never polled be polled at once', () => {
    expect(mayPollAt(session, 4_000)).toBe(1_000);
  });

  it('T48 keeps the interval after a poll, and a quarter of it once the customer is back', () => {
    expect(mayPollAt({ ...session, checkedAt: 9_000 }, 4_000)).toBe(13_000);
    expect(mayPollAt({ ...session, checkedAt: 9_000, returnedAt: 8_000 }, 4_000)).toBe(10_000);
  });
});
