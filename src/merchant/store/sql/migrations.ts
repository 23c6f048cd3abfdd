import { MYSQL_TABLES } from './mysqlTables.ts';

/**
 * On MySQL too: a text column with an index is of type `{key}`, and an index of some rows only ends with `{where …}`, which
 * leaves the condition away there. Each step may run again after a crash, so a step that changes rows must bear that.
 */
export interface Migration {
  readonly version: number;
  /** The oldest schema version whose code still works after this one. Additive changes keep it low, so rolling deploys work (F47). */
  readonly worksFrom: number;
  readonly statements: readonly string[];
  /** Where MySQL needs others. It joined at version 4, so its first migration makes the tables as they were then. */
  readonly onMysql?: readonly string[];
}

/** Never edit a released migration: add one. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    worksFrom: 1,
    onMysql: MYSQL_TABLES,
    statements: [
      `CREATE TABLE hpp_sessions (
        id TEXT PRIMARY KEY,
        order_reference TEXT NOT NULL,
        unique_reference TEXT NOT NULL UNIQUE,
        amount TEXT NOT NULL,
        currency TEXT NOT NULL,
        transaction_type TEXT NOT NULL,
        test INTEGER NOT NULL,
        created_at BIGINT NOT NULL,
        notify_secret_hash TEXT NOT NULL,
        correlation_id TEXT NOT NULL,
        status TEXT NOT NULL,
        psp_id TEXT,
        transaction_token TEXT,
        redirect_url TEXT,
        redirect_expires_at BIGINT,
        returned_at BIGINT,
        checked_at BIGINT,
        checks INTEGER NOT NULL,
        version BIGINT NOT NULL,
        last_sequence BIGINT NOT NULL
      )`,
      // One payable session an order. A status this code does not know counts as payable.
      `CREATE UNIQUE INDEX hpp_sessions_live ON hpp_sessions (order_reference)
        WHERE status NOT IN ('completed', 'failed', 'expired', 'unresolved')`,
      'CREATE INDEX hpp_sessions_order ON hpp_sessions (order_reference, created_at)',
      'CREATE INDEX hpp_sessions_psp ON hpp_sessions (psp_id) WHERE psp_id IS NOT NULL',
      'CREATE INDEX hpp_sessions_status ON hpp_sessions (status, created_at)',

      `CREATE TABLE hpp_events (
        session_id TEXT NOT NULL REFERENCES hpp_sessions (id) ON DELETE CASCADE,
        sequence BIGINT NOT NULL,
        at BIGINT NOT NULL,
        type TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (session_id, sequence)
      )`,

      `CREATE TABLE hpp_notices (
        digest TEXT PRIMARY KEY,
        session_id TEXT,
        verified INTEGER NOT NULL,
        body TEXT NOT NULL,
        first_at BIGINT NOT NULL,
        last_at BIGINT NOT NULL,
        deliveries BIGINT NOT NULL
      )`,
      'CREATE INDEX hpp_notices_session ON hpp_notices (session_id, last_at)',

      `CREATE TABLE hpp_due (
        session_id TEXT PRIMARY KEY REFERENCES hpp_sessions (id) ON DELETE CASCADE,
        due_at BIGINT,
        fence BIGINT NOT NULL,
        leased_until BIGINT,
        wake_at BIGINT,
        claimed_due BIGINT
      )`,
      'CREATE INDEX hpp_due_at ON hpp_due (due_at) WHERE due_at IS NOT NULL',

      `CREATE TABLE hpp_effects (
        order_reference TEXT PRIMARY KEY,
        session_id TEXT NOT NULL REFERENCES hpp_sessions (id) ON DELETE CASCADE,
        state TEXT NOT NULL,
        attempts BIGINT NOT NULL
      )`,
      'CREATE INDEX hpp_effects_session ON hpp_effects (session_id)',

      `CREATE TABLE hpp_buckets (
        bucket TEXT PRIMARY KEY,
        times TEXT NOT NULL,
        expires_at BIGINT NOT NULL
      )`,
      'CREATE INDEX hpp_buckets_expiry ON hpp_buckets (expires_at)',
    ],
  },
  {
    // What the browser sent to be priced, and what became of a payment's details.
    version: 2,
    worksFrom: 1,
    onMysql: [],
    statements: [
      'ALTER TABLE hpp_sessions ADD COLUMN browser_order TEXT',
      'ALTER TABLE hpp_sessions ADD COLUMN paid_at BIGINT',
      'ALTER TABLE hpp_sessions ADD COLUMN details TEXT',
      'ALTER TABLE hpp_sessions ADD COLUMN details_attempts BIGINT NOT NULL DEFAULT 0',
    ],
  },
  {
    version: 3,
    worksFrom: 1,
    onMysql: [],
    statements: [
      'ALTER TABLE hpp_sessions ADD COLUMN sent_back_at BIGINT',
      // Until now every return held the order; those under way keep doing so.
      'UPDATE hpp_sessions SET sent_back_at = returned_at WHERE returned_at IS NOT NULL',
    ],
  },
  {
    // Test and live apart. Older code does not write the flag: what it writes meanwhile counts as live, as is right for
    // the processes of a shop that is open.
    version: 4,
    worksFrom: 1,
    onMysql: [],
    statements: [
      'DROP INDEX hpp_sessions_live',
      `CREATE UNIQUE INDEX hpp_sessions_live ON hpp_sessions (order_reference, test)
        WHERE status NOT IN ('completed', 'failed', 'expired', 'unresolved')`,

      'ALTER TABLE hpp_due ADD COLUMN test INTEGER NOT NULL DEFAULT 0',
      'UPDATE hpp_due SET test = 1 WHERE session_id IN (SELECT id FROM hpp_sessions WHERE test = 1)',
      'DROP INDEX hpp_due_at',
      'CREATE INDEX hpp_due_at ON hpp_due (test, due_at) WHERE due_at IS NOT NULL',

      // Renamed before it is copied: that locks out what still runs, and no row comes in between.
      'ALTER TABLE hpp_effects RENAME TO hpp_effects_of_orders',
      `CREATE TABLE hpp_effects (
        order_reference TEXT NOT NULL,
        test INTEGER NOT NULL DEFAULT 0,
        session_id TEXT NOT NULL REFERENCES hpp_sessions (id) ON DELETE CASCADE,
        state TEXT NOT NULL,
        attempts BIGINT NOT NULL,
        PRIMARY KEY (order_reference, test)
      )`,
      `INSERT INTO hpp_effects (order_reference, test, session_id, state, attempts)
        SELECT old.order_reference, hpp_sessions.test, old.session_id, old.state, old.attempts
        FROM hpp_effects_of_orders AS old JOIN hpp_sessions ON hpp_sessions.id = old.session_id`,
      'DROP TABLE hpp_effects_of_orders',
      'CREATE INDEX hpp_effects_session ON hpp_effects (session_id)',
    ],
  },
  {
    // What is not done, to be listed by an index. Older code leaves `claimed_at` at 0: what it claims meanwhile is listed first.
    version: 5,
    worksFrom: 1,
    statements: [
      'ALTER TABLE hpp_effects ADD COLUMN claimed_at BIGINT NOT NULL DEFAULT 0',
      `UPDATE hpp_effects SET claimed_at =
          COALESCE((SELECT paid_at FROM hpp_sessions WHERE hpp_sessions.id = hpp_effects.session_id), 0)
        WHERE state = 'pending'`,
      "CREATE INDEX hpp_effects_owed ON hpp_effects (test, claimed_at, session_id) WHERE state = 'pending'",
      `CREATE INDEX hpp_sessions_details ON hpp_sessions (test, created_at, id)
        WHERE details = 'missing' OR (details IS NULL AND details_attempts > 0)`,
    ],
    onMysql: [
      'ALTER TABLE hpp_effects ADD COLUMN claimed_at BIGINT NOT NULL DEFAULT 0',
      'CREATE INDEX hpp_effects_owed ON hpp_effects (test, state, claimed_at, session_id)',
      'CREATE INDEX hpp_sessions_details ON hpp_sessions (test, created_at, id)',
    ],
  },
  {
    // Releases stand among the fulfilments, under the same key, so that of a payment and a release one is first. Older code
    // would take a released order for a paid one: it must not start on these tables.
    version: 6,
    worksFrom: 6,
    statements: [
      'ALTER TABLE hpp_sessions ADD COLUMN ended_at BIGINT',
      'ALTER TABLE hpp_sessions ADD COLUMN pending_told_at BIGINT',
      'ALTER TABLE hpp_sessions ADD COLUMN pending_attempts BIGINT NOT NULL DEFAULT 0',
      "UPDATE hpp_sessions SET ended_at = COALESCE(redirect_expires_at, created_at) WHERE status IN ('failed', 'expired')",
      "ALTER TABLE hpp_effects ADD COLUMN kind VARCHAR(16) NOT NULL DEFAULT 'payment'",
    ],
  },
  {
    // Pay links that were taken back.
    version: 7,
    worksFrom: 6,
    statements: [
      'CREATE TABLE hpp_revocations (name {key} PRIMARY KEY, times BIGINT NOT NULL, keep_until BIGINT)',
      'CREATE INDEX hpp_revocations_kept ON hpp_revocations (keep_until)',
    ],
  },
  {
    // An order's sessions are numbered, so that two that decide at once cannot both be created. What older code writes meanwhile
    // has no number.
    version: 8,
    worksFrom: 6,
    statements: [
      'ALTER TABLE hpp_sessions ADD COLUMN nth BIGINT',
      'DROP INDEX hpp_sessions_order',
      'CREATE UNIQUE INDEX hpp_sessions_order ON hpp_sessions (order_reference, test, nth)',
    ],
    onMysql: [
      'ALTER TABLE hpp_sessions ADD COLUMN nth BIGINT',
      'DROP INDEX hpp_sessions_order ON hpp_sessions',
      'CREATE UNIQUE INDEX hpp_sessions_order ON hpp_sessions (order_reference, test, nth)',
    ],
  },
  {
    // Whose payments the tables hold: one merchant's of each mode.
    version: 9,
    worksFrom: 6,
    statements: ['CREATE TABLE hpp_holders (mode {key} PRIMARY KEY, holder TEXT NOT NULL)'],
  },
  {
    // MySQL has no index of some rows only, so that it read every session for the few whose details are owed.
    version: 10,
    worksFrom: 6,
    statements: [],
    onMysql: [
      `ALTER TABLE hpp_sessions ADD COLUMN details_owed INTEGER GENERATED ALWAYS AS
        (CASE WHEN details = 'missing' OR (details IS NULL AND details_attempts > 0) THEN 1 ELSE NULL END) VIRTUAL`,
      'DROP INDEX hpp_sessions_details ON hpp_sessions',
      'CREATE INDEX hpp_sessions_details ON hpp_sessions (details_owed, test, created_at, id)',
    ],
  },
];
