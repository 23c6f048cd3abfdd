import type { StoredStatus } from './records.ts';

/** Statuses that hold an order's one place for a payable session: one for its test payments, one for its live ones. */
export const LIVE_STATUSES = ['creating', 'open', 'pending'] as const satisfies readonly StoredStatus[];

/**
 * Statuses whose sessions `purge` may delete. `unresolved` is not one: somebody still has to decide.
 * Nor is a status this release does not know (F47): a newer release wrote it and knows what it means.
 */
export const FINAL_STATUSES = ['completed', 'failed', 'expired'] as const satisfies readonly StoredStatus[];

/** Statuses that free the order's one place for a payable session. An unknown status keeps it: no second payable session (F47). */
export const FREEING_STATUSES = [...FINAL_STATUSES, 'unresolved'] as const satisfies readonly StoredStatus[];

/** The statuses as a list in SQL. */
export const sqlList = (statuses: readonly StoredStatus[]): string =>
  statuses.map((status) => `'${status}'`).join(', ');
