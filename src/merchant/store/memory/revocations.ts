/** What was revoked, in memory. */
export interface MemoryRevocations {
  revoke(name: string, keepUntil: number | null): void;
  count(name: string): number;
  deleteOld(): void;
}

export function memoryRevocations(now: () => number): MemoryRevocations {
  const revocations = new Map<string, { times: number; keepUntil: number | null }>();
  return {
    revoke(name, keepUntil) {
      revocations.set(name, { times: (revocations.get(name)?.times ?? 0) + 1, keepUntil });
    },
    count: (name) => revocations.get(name)?.times ?? 0,
    deleteOld() {
      for (const [name, { keepUntil }] of revocations) {
        if (keepUntil !== null && keepUntil <= now()) revocations.delete(name);
      }
    },
  };
}
