import type { SessionRecord } from '../contract.ts';
import type { SqlValue } from './driver.ts';

/** A truth value as all engines keep it. */
export const flag = (value: boolean): number => (value ? 1 : 0);

type Column = readonly [name: string, value: (session: SessionRecord) => SqlValue];

/** A session's columns that are written once: what a payment is compared with. */
export const FIXED: readonly Column[] = [
  ['id', ({ id }) => id],
  ['order_reference', ({ orderReference }) => orderReference],
  ['unique_reference', ({ uniqueReference }) => uniqueReference],
  ['amount', ({ amount }) => amount],
  ['currency', ({ currency }) => currency],
  ['transaction_type', ({ transactionType }) => transactionType],
  ['test', ({ test }) => flag(test)],
  ['created_at', ({ createdAt }) => createdAt],
  ['notify_secret_hash', ({ notifySecretHash }) => notifySecretHash],
  ['correlation_id', ({ correlationId }) => correlationId],
  ['browser_order', ({ order }) => order],
];

/** Its columns that a change may set. */
export const MUTABLE: readonly Column[] = [
  ['status', ({ status }) => status],
  ['psp_id', ({ pspId }) => pspId],
  ['transaction_token', ({ transactionToken }) => transactionToken],
  ['redirect_url', ({ redirectUrl }) => redirectUrl],
  ['redirect_expires_at', ({ redirectExpiresAt }) => redirectExpiresAt],
  ['returned_at', ({ returnedAt }) => returnedAt],
  ['sent_back_at', ({ sentBackAt }) => sentBackAt],
  ['checked_at', ({ checkedAt }) => checkedAt],
  ['checks', ({ checks }) => checks],
  ['paid_at', ({ paidAt }) => paidAt],
  ['details', ({ details }) => details],
  ['details_attempts', ({ detailsAttempts }) => detailsAttempts],
  ['ended_at', ({ endedAt }) => endedAt],
  ['pending_told_at', ({ pendingToldAt }) => pendingToldAt],
  ['pending_attempts', ({ pendingAttempts }) => pendingAttempts],
];
