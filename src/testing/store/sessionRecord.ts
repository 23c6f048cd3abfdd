import type { SessionRecord } from '../../merchant/store/contract.ts';

/** A session record as `POST /session` leaves it: opened at time 0, payable for two minutes. */
export function sessionRecord(change: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: '0123456789abcdef0123456789abcdef',
    orderReference: 'A-1',
    uniqueReference: '5e0b1f3c-7a3d-4c43-9a0f-0f8f4c7d1b2a',
    amount: '49.90',
    currency: 'EUR',
    transactionType: 'PURC',
    test: true,
    createdAt: 0,
    notifySecretHash: 'f'.repeat(64),
    correlationId: 'c0ffee00c0ffee00',
    order: null,
    status: 'open',
    pspId: '850907',
    transactionToken: 'a'.repeat(32),
    redirectUrl: 'https://pay.example/page/1',
    redirectExpiresAt: 120_000,
    returnedAt: null,
    sentBackAt: null,
    checkedAt: null,
    checks: 0,
    paidAt: null,
    details: null,
    detailsAttempts: 0,
    endedAt: null,
    pendingToldAt: null,
    pendingAttempts: 0,
    ...change,
  };
}

/** What a record has before the gateway has made its page. */
export const NOT_OPEN: Partial<SessionRecord> = {
  status: 'creating',
  pspId: null,
  transactionToken: null,
  redirectUrl: null,
  redirectExpiresAt: null,
};
