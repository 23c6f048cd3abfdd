import { describe, expect, it } from 'vitest';
import type { GatewayState } from '../../../src/merchant/poll/gatewayState.ts';
import {
  endByPoll,
  endedAt,
  hasEndedUnpaid,
  LONGEST_PENDING_MS,
  releaseAt,
  sureEndOf,
  wasPolledSince,
  whyUnpaid,
} from '../../../src/merchant/settle/orderEnd.ts';
import type { StoredEvent, StoredStatus } from '../../../src/merchant/store/contract.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const MINUTE = 60_000;
/** The address of a `sessionRecord`, with the two seconds that the gateway may be late. */
const ADDRESS_END = 122_000;
const declined = { kind: 'transaction' } as never;

describe('endedAt: when the page could be paid for the last time', () => {
  it('with its address, or now where that is earlier', () => {
    expect(endedAt(sessionRecord(), declined, 500_000)).toBe(ADDRESS_END);
    expect(endedAt(sessionRecord(), declined, 60_000)).toBe(60_000);
    expect(endedAt(sessionRecord({ redirectExpiresAt: null }), declined, 60_000)).toBe(60_000);
  });

  it.each(['pending', 'unresolved'] as const)('now, where it was %s: a voucher ends days later', (status) => {
    expect(endedAt(sessionRecord({ status }), declined, 500_000)).toBe(500_000);
  });

  it('of a session that was replaced: not known while a voucher may be on its way', () => {
    const replaced = { kind: 'expired', because: 'replaced' } as const;
    expect(endedAt(sessionRecord({ sentBackAt: 7 }), replaced, 500_000)).toBeNull();
    expect(endedAt(sessionRecord(), replaced, 500_000)).toBe(ADDRESS_END);
  });

  it('by age: 15 minutes after its creation, or now where that is earlier', () => {
    const byAge = { kind: 'expired', because: 'age' } as const;
    const session = sessionRecord({ createdAt: 1_000, sentBackAt: 7, status: 'pending' });
    expect(endedAt(session, byAge, 5_000_000)).toBe(1_000 + 15 * MINUTE);
    expect(endedAt(session, byAge, 500_000)).toBe(500_000);
  });
});

describe('sureEndOf and releaseAt', () => {
  const of = (status: StoredStatus, ended: number | null) => sessionRecord({ status, endedAt: ended });

  it.each<[StoredStatus, boolean]>([
    ['creating', false],
    ['open', false],
    ['pending', false],
    ['completed', false],
    ['failed', true],
    ['expired', true],
    ['unresolved', true],
  ])('a session that is %s has ended unpaid: %s', (status, has) => {
    expect(hasEndedUnpaid({ status })).toBe(has);
    expect(sureEndOf(of(status, 500_000))).toBe(has ? 500_000 : null);
    expect(sureEndOf(of(status, null))).toBeNull();
  });

  it('never before the address has ended: a decline leaves the page as it was', () => {
    expect(sureEndOf(of('failed', 60_000))).toBe(ADDRESS_END);
    expect(sureEndOf({ ...of('failed', 60_000), redirectExpiresAt: null })).toBe(60_000);
  });

  it('the order is released a grace later; never where none is set', () => {
    expect(releaseAt(of('failed', 500_000), MINUTE)).toBe(560_000);
    expect(releaseAt(of('failed', 500_000), 0)).toBe(500_000);
    expect(releaseAt(of('failed', 500_000), undefined)).toBeNull();
    expect(releaseAt(of('open', null), MINUTE)).toBeNull();
  });

  it('was polled since: at the end of the address, or later', () => {
    const polledAt = (checkedAt: number | null) => wasPolledSince(sessionRecord({ checkedAt }));
    expect([null, ADDRESS_END - 1, ADDRESS_END, ADDRESS_END + 1].map(polledAt)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(wasPolledSince(sessionRecord({ redirectExpiresAt: null }))).toBe(true);
  });
});

describe('endByPoll: what an answer says of an ended session', () => {
  const NOW = 9_000_000;
  const ends: Record<GatewayState, boolean> = {
    declined: true,
    failed: true,
    cancelled: true,
    expired: true,
    lapsed: true,
    not_found: true,
    pending: true,
    processed: false,
    unconfirmed: false,
    unknown: false,
    unreachable: false,
  };

  it.each(Object.entries(ends) as [GatewayState, boolean][])('%s ends it: %s', (state, isEnd) => {
    expect(endByPoll(sessionRecord({ endedAt: null }), state, NOW)).toBe(isEnd ? NOW : null);
    const known = state === 'unreachable' ? 5 : isEnd ? 5 : null;
    expect(endByPoll(sessionRecord({ endedAt: 5 }), state, NOW)).toBe(known);
  });

  it('pending, of a customer who was sent back: not before ninety days', () => {
    const session = sessionRecord({ sentBackAt: 7, endedAt: null, createdAt: 1_000 });
    expect(LONGEST_PENDING_MS).toBe(90 * 24 * 60 * MINUTE);
    expect(endByPoll(session, 'pending', 1_000 + LONGEST_PENDING_MS - 1)).toBeNull();
    expect(endByPoll(session, 'pending', 1_000 + LONGEST_PENDING_MS)).toBe(1_000 + LONGEST_PENDING_MS);
    expect(endByPoll({ ...session, endedAt: 5 }, 'pending', 1_000 + LONGEST_PENDING_MS)).toBe(5);
  });
});

describe('whyUnpaid, by the last end in the history', () => {
  const event = (type: string, data: Record<string, unknown> = {}) => ({ type, data }) as StoredEvent;
  it.each<[string, StoredEvent[], string]>([
    ['nothing', [], 'expired'],
    ['not opened', [event('session_not_opened')], 'not_opened'],
    ['declined', [event('failed', { state: 'declined' })], 'declined'],
    ['failed', [event('failed', { state: 'failed' })], 'failed'],
    ['cancelled', [event('failed', { state: 'cancelled' })], 'cancelled'],
    ['a word that no session ends by', [event('failed', { state: 'reversed' })], 'declined'],
    ['expired by the gateway', [event('expired', { state: 'expired' })], 'expired'],
    ['silence', [event('expired', { because: 'age' })], 'abandoned'],
    ['given up', [event('unresolved', { was: 'open' })], 'expired'],
    [
      'given up, of a session that had failed before',
      [event('failed', { state: 'cancelled' }), event('unresolved', { was: 'failed' })],
      'expired',
    ],
    [
      'the last of two, whatever comes after',
      [event('failed', { state: 'cancelled' }), event('expired', { because: 'age' }), event('returned')],
      'abandoned',
    ],
  ])('%s', (_name, events, why) => {
    expect(whyUnpaid(sessionRecord(), events)).toBe(why);
  });

  it('a customer who was sent back has not abandoned the page', () => {
    const events = [event('expired', { because: 'age' })];
    expect(whyUnpaid(sessionRecord({ sentBackAt: 7 }), events)).toBe('expired');
  });
});
