import type {
  Fulfilment,
  Release,
  SessionRecord,
  StoredEvent,
  StoredNotification,
  StoredStatus,
  Versioned,
} from '../contract.ts';
import type { Row } from './driver.ts';

// Engines give 64-bit integers as number, string or bigint. All of ours are far below 2^53.
const time = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
const object = (value: unknown): Record<string, unknown> => JSON.parse(String(value));

export function sessionOf(row: Row): Versioned<SessionRecord> {
  return {
    version: Number(row.version),
    value: {
      id: String(row.id),
      orderReference: String(row.order_reference),
      uniqueReference: String(row.unique_reference),
      amount: String(row.amount),
      currency: String(row.currency),
      transactionType: row.transaction_type as SessionRecord['transactionType'],
      test: Number(row.test) === 1,
      createdAt: Number(row.created_at),
      notifySecretHash: String(row.notify_secret_hash),
      correlationId: String(row.correlation_id),
      order: text(row.browser_order),
      status: row.status as StoredStatus,
      pspId: text(row.psp_id),
      transactionToken: text(row.transaction_token),
      redirectUrl: text(row.redirect_url),
      redirectExpiresAt: time(row.redirect_expires_at),
      returnedAt: time(row.returned_at),
      sentBackAt: time(row.sent_back_at),
      checkedAt: time(row.checked_at),
      checks: Number(row.checks),
      paidAt: time(row.paid_at),
      details: text(row.details) as SessionRecord['details'],
      detailsAttempts: Number(row.details_attempts),
      endedAt: time(row.ended_at),
      pendingToldAt: time(row.pending_told_at),
      pendingAttempts: Number(row.pending_attempts),
    },
  };
}

export function eventOf(row: Row): StoredEvent {
  return {
    sessionId: String(row.session_id),
    sequence: Number(row.sequence),
    at: Number(row.at),
    type: String(row.type),
    data: object(row.data),
  };
}

export function notificationOf(row: Row): StoredNotification {
  return {
    digest: String(row.digest),
    sessionId: text(row.session_id),
    verified: Number(row.verified) === 1,
    body: object(row.body),
    firstAt: Number(row.first_at),
    lastAt: Number(row.last_at),
    deliveries: Number(row.deliveries),
  };
}

export function fulfilmentOf(row: Row): Fulfilment {
  return {
    orderReference: String(row.order_reference),
    test: Number(row.test) === 1,
    sessionId: String(row.session_id),
    state: row.state as Fulfilment['state'],
    attempts: Number(row.attempts),
    ...(row.kind === 'after_release' || row.kind === 'during_release' ? { late: row.kind } : {}),
  };
}

export function releaseOf(row: Row): Release {
  const { orderReference, test, sessionId, state, attempts } = fulfilmentOf(row);
  return { orderReference, test, sessionId, state, attempts };
}
