import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../sql/driver.ts';
import { isBusy, toStoreError } from './errors.ts';
import type { SqliteDatabase } from './handle.ts';

/** Transactions that share one commit: the disk is waited for once for all of them. Keeps one turn of the event loop short. */
const LARGEST = 128;

interface Job {
  readonly run: () => Transaction<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly deadline: number;
}

export interface GroupCommitOptions {
  readonly database: () => SqliteDatabase;
  /** Runs the statements of one transaction, in this turn of the event loop. */
  readonly execute: (transaction: Transaction<unknown>) => unknown;
  /** Inside the common transaction, at its start and before its commit. */
  readonly begun: () => void;
  readonly committing: () => void;
}

export interface GroupCommit {
  /** Rejects with `store_unavailable` when another process goes on writing for `timeoutMs`. */
  add<T>(run: () => Transaction<T>, timeoutMs: number): Promise<T>;
  /** All that was added is done. */
  idle(): Promise<void>;
}

/**
 * Runs transactions one after another, each whole within one turn of the event loop; those that wait together share one
 * `BEGIN IMMEDIATE … COMMIT`, each in its own savepoint, and are answered after the commit.
 */
export function groupCommit({ database, execute, begun, committing }: GroupCommitOptions): GroupCommit {
  let queue: Job[] = [];
  let draining: Promise<void> | null = null;

  /** Runs the jobs in one commit. Throws only when none of them was written. */
  const commit = (jobs: readonly Job[]): void => {
    const connection = database();
    connection.exec('BEGIN IMMEDIATE');
    try {
      begun();
      const answers = jobs.map(({ run, resolve, reject }) => {
        connection.exec('SAVEPOINT job');
        try {
          const value = execute(run());
          connection.exec('RELEASE job');
          return () => resolve(value as never);
        } catch (error) {
          rollBackJob(connection, error);
          return () => reject(toStoreError(error));
        }
      });
      committing();
      connection.exec('COMMIT');
      for (const answer of answers) answer();
    } catch (error) {
      rollBack(connection);
      throw error;
    }
  };

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      // One turn of the event loop gathers what arrived together.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const jobs = queue.slice(0, LARGEST);
      queue = queue.slice(LARGEST);
      try {
        commit(jobs);
      } catch (error) {
        const waiting = isBusy(error) ? jobs.filter(({ deadline }) => performance.now() < deadline) : [];
        for (const job of jobs) if (!waiting.includes(job)) job.reject(toStoreError(error));
        if (waiting.length > 0) {
          queue = [...waiting, ...queue];
          await pauseWhileBusy();
        }
      }
    }
    draining = null;
  };

  return {
    add: (run, timeoutMs) =>
      new Promise((resolve, reject) => {
        queue.push({ run, resolve, reject, deadline: performance.now() + timeoutMs });
        draining ??= drain();
      }),
    async idle() {
      await draining;
    },
  };
}

/** Another process writes. Asleep rather than blocked, so that this one goes on answering. */
export function pauseWhileBusy(): Promise<void> {
  return sleep(2 + Math.random() * 8);
}

/**
 * Takes one job out of the common transaction. A full disk makes SQLite roll back all of it by itself: then `reason` is
 * everybody's. https://www.sqlite.org/c3ref/get_autocommit.html
 */
function rollBackJob(database: SqliteDatabase, reason: unknown): void {
  try {
    database.exec('ROLLBACK TO job');
    database.exec('RELEASE job');
  } catch {
    throw reason;
  }
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The engine has rolled back by itself, or BEGIN never succeeded.
  }
}
