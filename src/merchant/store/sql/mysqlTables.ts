/**
 * The tables on MySQL and MariaDB, as of version 4. The driver adds the engine and the collation: exact, so that letters of
 * different case and a space at the end make different references.
 *
 * A unique index of some rows only is one over a generated column that is NULL in the others:
 * https://dev.mysql.com/doc/refman/8.0/en/create-table-generated-columns.html
 */
export const MYSQL_TABLES: readonly string[] = [
  `CREATE TABLE hpp_sessions (
    id {key} NOT NULL PRIMARY KEY,
    order_reference {key} NOT NULL,
    unique_reference {key} NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    transaction_type TEXT NOT NULL,
    test INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    notify_secret_hash TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    status VARCHAR(64) NOT NULL,
    psp_id {key},
    transaction_token TEXT,
    redirect_url TEXT,
    redirect_expires_at BIGINT,
    returned_at BIGINT,
    sent_back_at BIGINT,
    checked_at BIGINT,
    checks INTEGER NOT NULL,
    version BIGINT NOT NULL,
    last_sequence BIGINT NOT NULL,
    browser_order MEDIUMTEXT,
    paid_at BIGINT,
    details TEXT,
    details_attempts BIGINT NOT NULL DEFAULT 0,
    live_order {key} GENERATED ALWAYS AS
      (CASE WHEN status IN ('completed', 'failed', 'expired', 'unresolved') THEN NULL ELSE order_reference END) VIRTUAL,
    UNIQUE INDEX hpp_sessions_reference (unique_reference),
    UNIQUE INDEX hpp_sessions_live (live_order, test),
    INDEX hpp_sessions_order (order_reference, created_at),
    INDEX hpp_sessions_psp (psp_id),
    INDEX hpp_sessions_status (status, created_at)
  )`,

  `CREATE TABLE hpp_events (
    session_id {key} NOT NULL,
    sequence BIGINT NOT NULL,
    at BIGINT NOT NULL,
    type TEXT NOT NULL,
    data MEDIUMTEXT NOT NULL,
    PRIMARY KEY (session_id, sequence),
    FOREIGN KEY (session_id) REFERENCES hpp_sessions (id) ON DELETE CASCADE
  )`,

  `CREATE TABLE hpp_notices (
    digest {key} NOT NULL PRIMARY KEY,
    session_id {key},
    verified INTEGER NOT NULL,
    body MEDIUMTEXT NOT NULL,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    deliveries BIGINT NOT NULL,
    INDEX hpp_notices_session (session_id, last_at)
  )`,

  `CREATE TABLE hpp_due (
    session_id {key} NOT NULL PRIMARY KEY,
    due_at BIGINT,
    fence BIGINT NOT NULL,
    leased_until BIGINT,
    wake_at BIGINT,
    claimed_due BIGINT,
    test INTEGER NOT NULL DEFAULT 0,
    INDEX hpp_due_at (test, due_at),
    FOREIGN KEY (session_id) REFERENCES hpp_sessions (id) ON DELETE CASCADE
  )`,

  `CREATE TABLE hpp_effects (
    order_reference {key} NOT NULL,
    test INTEGER NOT NULL DEFAULT 0,
    session_id {key} NOT NULL,
    state VARCHAR(64) NOT NULL,
    attempts BIGINT NOT NULL,
    PRIMARY KEY (order_reference, test),
    INDEX hpp_effects_session (session_id),
    FOREIGN KEY (session_id) REFERENCES hpp_sessions (id) ON DELETE CASCADE
  )`,

  `CREATE TABLE hpp_buckets (
    bucket {key} NOT NULL PRIMARY KEY,
    times MEDIUMTEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    INDEX hpp_buckets_expiry (expires_at)
  )`,
];
