/*
 * A store with many orders, written by a few statements that PostgreSQL, SQLite and MariaDB (with PIPES_AS_CONCAT) understand: by the
 * handler itself a hundred thousand would take minutes.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Of every hundred orders eight are stuck, one each way; the others are paid and fulfilled. */
const STUCK_OF_100 = 8;

export const stuckOf = (orders: number): number => (orders / 100) * STUCK_OF_100;

/** The reference of the n-th order, from 1. */
export const orderOf = (n: number): string => `order-${n}`;

/**
 * Statements that fill an empty store with `orders` orders of test mode, the oldest first: a session with its due time, four
 * events, a notification, and for paid ones the fulfilment. `now` is the store's clock.
 */
export function fillStatements(orders: number, now: number): string[] {
  // Id of 32 digits, in the order of creation.
  const id = `'${'0'.repeat(24)}' || substr(CAST(100000000 + i AS VARCHAR(9)), 2)`;
  const text = 'CAST(i AS VARCHAR(9))';
  const createdAt = `${now - 30 * DAY} + CAST(i AS DECIMAL(20)) * ${Math.floor((28 * DAY) / orders)}`;
  const status = `CASE i % 100 WHEN 1 THEN 'unresolved' WHEN 2 THEN 'pending' WHEN 3 THEN 'open' WHEN 4 THEN 'creating' ELSE 'completed' END`;
  const isPaid = 'i % 100 NOT IN (1, 2, 3, 4)';
  const from = (source: string) =>
    `FROM (WITH RECURSIVE series (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM series WHERE i < ${orders}) SELECT i FROM series) AS numbers ${source}`;
  return [
    `INSERT INTO hpp_sessions (id, order_reference, unique_reference, amount, currency, transaction_type, test, created_at,
        notify_secret_hash, correlation_id, status, psp_id, transaction_token, redirect_url, redirect_expires_at, returned_at,
        sent_back_at, checked_at, checks, paid_at, details, details_attempts, version, last_sequence)
      SELECT ${id}, 'order-' || ${text}, 'unique-' || ${text}, '49.90', 'EUR', 'PURC', 1, ${createdAt}, '${'ab'.repeat(32)}',
        'click-' || ${text}, ${status}, ${text}, NULL, NULL, NULL, ${createdAt} + 60000, ${createdAt} + 60000, ${createdAt} + 61000, 1,
        CASE WHEN ${isPaid} THEN ${createdAt} + 61000 END,
        CASE WHEN i % 100 = 6 THEN 'missing' WHEN ${isPaid} THEN 'notification' END, 0, 4, 4
      ${from('')}`,
    `INSERT INTO hpp_due (session_id, test, due_at, fence)
      SELECT ${id}, 1, CASE i % 100 WHEN 7 THEN ${now - 10 * MINUTE} - i ELSE CASE WHEN ${isPaid} THEN NULL ELSE ${now + DAY} END END, 1
      ${from('')}`,
    `INSERT INTO hpp_events (session_id, sequence, at, type, data)
      SELECT ${id}, sequence, ${createdAt} + sequence * 1000, type, '{"source":"notification","attempt":1}'
      ${from(
        `CROSS JOIN (SELECT 1 AS sequence, 'session_created' AS type UNION ALL SELECT 2, 'session_opened'
          UNION ALL SELECT 3, 'completed' UNION ALL SELECT 4, 'fulfilled') AS kinds`,
      )}`,
    "UPDATE hpp_events SET type = 'fulfilment_failed' WHERE type = 'fulfilled' AND session_id LIKE '%05'",
    `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries)
      SELECT 'digest-' || ${text}, CASE WHEN i % 100 = 8 THEN NULL ELSE ${id} END, 1,
        '{"Status":"Processed","PspId":7,"OrderReference":"elsewhere","IsTest":true}', ${createdAt}, ${createdAt}, 1
      ${from('')}`,
    `INSERT INTO hpp_effects (order_reference, test, session_id, state, attempts, claimed_at)
      SELECT 'order-' || ${text}, 1, ${id}, CASE WHEN i % 100 = 5 THEN 'pending' ELSE 'done' END, 1, ${createdAt} + 61000
      ${from('')} WHERE ${isPaid}`,
  ];
}

/** Nobody has swept for long: work is due on each session. */
export const allDueStatement = (now: number): string =>
  `UPDATE hpp_due SET due_at = ${now - 60 * MINUTE} + fence`;
