/*
 * The few assertions of the stores' suite, so that it runs under Vitest, Jest and node:test alike: node:test has no `expect`,
 * and those of the other two differ.
 */

/** What is thrown when an expectation is not met. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
  readonly expected: unknown;
  readonly actual: unknown;
  constructor(what: string, actual: unknown, expected: unknown) {
    super(`Expected ${what} ${shown(expected)}, got ${shown(actual)}.`);
    this.actual = actual;
    this.expected = expected;
  }
}

export interface Expectation {
  toBe(expected: unknown): void;
  /** Alike all the way down; a field that is undefined counts as absent. */
  toEqual(expected: unknown): void;
  /** As `toEqual`, but objects may have more fields than expected; lists may not. */
  toMatchObject(expected: unknown): void;
  toHaveLength(expected: number): void;
  toBeNull(): void;
  toBeUndefined(): void;
  toBeGreaterThan(expected: number): void;
  toBeLessThanOrEqual(expected: number): void;
  toContain(expected: unknown): void;
  readonly not: { toBeNull(): void };
  readonly rejects: { toMatchObject(expected: unknown): Promise<void> };
  readonly resolves: { toBeUndefined(): Promise<void> };
}

export function expect(actual: unknown): Expectation {
  const demand = (holds: boolean, what: string, expected: unknown) => {
    if (!holds) throw new ExpectationError(what, actual, expected);
  };
  return {
    toBe: (expected) => demand(Object.is(actual, expected), '', expected),
    toEqual: (expected) => demand(alike(actual, expected, false), 'something equal to', expected),
    toMatchObject: (expected) => demand(alike(actual, expected, true), 'something with', expected),
    toHaveLength: (expected) =>
      demand((actual as ArrayLike<unknown>)?.length === expected, 'the length', expected),
    toBeNull: () => demand(actual === null, '', null),
    toBeUndefined: () => demand(actual === undefined, '', undefined),
    toBeGreaterThan: (expected) => demand((actual as number) > expected, 'more than', expected),
    toBeLessThanOrEqual: (expected) => demand((actual as number) <= expected, 'at most', expected),
    toContain: (expected) =>
      demand((actual as readonly unknown[]).includes(expected), 'a list with', expected),
    not: { toBeNull: () => demand(actual !== null, 'anything but', null) },
    rejects: {
      async toMatchObject(expected) {
        const error = await (actual as Promise<unknown>).then(
          (value) => {
            throw new ExpectationError('a rejection with', value, expected);
          },
          (reason: unknown) => reason,
        );
        expect(error).toMatchObject(expected);
      },
    },
    resolves: {
      async toBeUndefined() {
        expect(await (actual as Promise<unknown>)).toBeUndefined();
      },
    },
  };
}

function alike(actual: unknown, expected: unknown, mayHaveMore: boolean): boolean {
  if (Object.is(actual, expected)) return true;
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
    return false;
  if (expected instanceof Map) {
    return actual instanceof Map && alike([...actual].sort(), [...expected].sort(), mayHaveMore);
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((each, index) => alike(actual[index], each, mayHaveMore))
    );
  }
  const [ours, theirs] = [actual as Record<string, unknown>, expected as Record<string, unknown>];
  const names = mayHaveMore
    ? Object.keys(theirs)
    : [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  // An own `__proto__` is data here, not the prototype.
  const own = (object: Record<string, unknown>, name: string) =>
    Object.hasOwn(object, name) || name !== '__proto__' ? object[name] : undefined;
  return (
    !Array.isArray(actual) && names.every((name) => alike(own(ours, name), own(theirs, name), mayHaveMore))
  );
}

function shown(value: unknown): string {
  if (value instanceof Error) return `${value}`;
  const plain = value instanceof Map ? [...value] : value;
  return JSON.stringify(plain, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? String(value);
}
