/** What a test runner must have, as nearly all do: groups and tests, by name. */
export interface TestRunner {
  describe(name: string, define: () => void): unknown;
  it(name: string, test: () => Promise<void>): unknown;
}

/** The runner's globals. @throws Error where there are none, with what to do. */
export function globalRunner(): TestRunner {
  const { describe, it } = globalThis as unknown as Partial<TestRunner>;
  if (typeof describe === 'function' && typeof it === 'function') return { describe, it };
  throw new Error(
    "testCheckoutStore: there are no global describe and it. Pass your runner's own: testCheckoutStore(open, { runner: { describe, it } }), with import { describe, it } from 'vitest' or 'node:test'.",
  );
}
