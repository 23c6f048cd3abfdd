import { expect, it } from 'vitest';
import { isFinalStatus, outcomeOfStatus, type SessionStatus } from '../../../src/protocol/page/outcome.ts';

const STATUSES: Record<SessionStatus, [isFinal: boolean, ifClosedNow: string]> = {
  open: [false, 'closed'],
  pending: [false, 'pending'],
  completed: [true, 'completed'],
  failed: [true, 'failed'],
  expired: [true, 'expired'],
};

it.each(Object.entries(STATUSES))(
  '%s: whether it is final, and what a customer who closes is told: %j',
  (status, all) => {
    const given = status as SessionStatus;
    expect([isFinalStatus(given), outcomeOfStatus(given)]).toEqual(all);
  },
);
