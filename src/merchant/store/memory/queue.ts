import type { Claim } from '../contract.ts';

interface Entry {
  readonly test: boolean;
  dueAt: number | null;
  fencingToken: number;
  leasedUntil: number | null;
  /** The earliest time that was asked for while the session was leased. */
  wakeAt: number | null;
}

/** The due queue in memory; the same rules as `sql/due.ts`. */
export interface MemoryQueue {
  add(id: string, dueAt: number, test: boolean): void;
  remove(id: string): void;
  /** Whether the session has a due time, past or future. */
  isDue(id: string): boolean;
  /** All due times. */
  times(): readonly { readonly id: string; readonly dueAt: number }[];
  bringForward(id: string, at: number): void;
  schedule(id: string, at: number | null): void;
  claimDue(limit: number, leaseMs: number, test: boolean): readonly Claim[];
  claimOne(id: string, leaseMs: number, test: boolean): Claim | null;
  finish(claim: Claim, nextAt: number | null): boolean;
}

const earliest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

export function memoryQueue(now: () => number): MemoryQueue {
  const entries = new Map<string, Entry>();

  const lease = (id: string, entry: Entry, leaseMs: number): Claim => {
    const dueAt = entry.dueAt ?? now();
    entry.fencingToken++;
    entry.leasedUntil = now() + leaseMs;
    entry.dueAt = entry.leasedUntil;
    entry.wakeAt = null;
    return { sessionId: id, fencingToken: entry.fencingToken, dueAt };
  };

  return {
    add: (id, dueAt, test) =>
      void entries.set(id, { test, dueAt, fencingToken: 0, leasedUntil: null, wakeAt: null }),
    remove: (id) => void entries.delete(id),
    isDue: (id) => (entries.get(id)?.dueAt ?? null) !== null,
    times: () => [...entries].flatMap(([id, { dueAt }]) => (dueAt === null ? [] : [{ id, dueAt }])),
    bringForward(id, at) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      if (entry.leasedUntil === null) entry.dueAt = earliest(entry.dueAt, at);
      else entry.wakeAt = earliest(entry.wakeAt, at);
    },
    schedule(id, at) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      if (entry.leasedUntil === null) entry.dueAt = at;
      else entry.wakeAt = earliest(entry.wakeAt, at);
    },
    claimDue: (limit, leaseMs, test) =>
      [...entries]
        .flatMap(([id, entry]) => (entry.dueAt === null ? [] : [{ id, entry, dueAt: entry.dueAt }]))
        .filter(({ entry, dueAt }) => entry.test === test && dueAt <= now())
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit)
        .map(({ id, entry }) => lease(id, entry, leaseMs)),
    claimOne(id, leaseMs, test) {
      const entry = entries.get(id);
      if (entry?.test !== test || (entry.leasedUntil !== null && entry.leasedUntil > now())) return null;
      return lease(id, entry, leaseMs);
    },
    finish({ sessionId, fencingToken }, nextAt) {
      const entry = entries.get(sessionId);
      if (entry === undefined || entry.fencingToken !== fencingToken || entry.leasedUntil === null)
        return false;
      entry.dueAt = earliest(nextAt, entry.wakeAt);
      entry.leasedUntil = null;
      entry.wakeAt = null;
      return true;
    },
  };
}
