import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDuplicateNames } from '../../../src/protocol/gateway/duplicateNames.ts';

describe('a name twice in one object (T26)', () => {
  it('finds a name that is there twice in any JSON, and none where there is none', () => {
    const name = fc.constantFrom('a', 'b', ':', '"', '\\', '":', ' ', 'é');
    const value = fc.letrec((tie) => ({
      any: fc.oneof(name, fc.integer(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('any'), { maxLength: 3 }),
      object: fc.array(fc.tuple(name, tie('any')), { maxLength: 4 }).map((pairs) => new Pairs(pairs)),
    })).object;
    const space = fc.constantFrom('', '', ' ', '\n ');
    fc.assert(
      fc.property(value, space, (object, gap) => {
        const text = write(object, gap);
        expect(hasDuplicateNames(text, JSON.parse(text))).toBe(namesTwice(object));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** An object of JSON as it is written: a name may come again. */
class Pairs {
  readonly pairs: [name: string, value: unknown][];
  constructor(pairs: [string, unknown][]) {
    this.pairs = pairs;
  }
}

function write(value: unknown, gap: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => write(item, gap)).join(`${gap},`)}]`;
  if (!(value instanceof Pairs)) return JSON.stringify(value);
  return `{${value.pairs.map(([name, item]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${write(item, gap)}`).join()}}`;
}

function namesTwice(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesTwice);
  if (!(value instanceof Pairs)) return false;
  const names = value.pairs.map(([name]) => name);
  // Of two of the same name a parser keeps one, and what the other held is lost with it.
  return new Set(names).size < names.length || value.pairs.some(([, item]) => namesTwice(item));
}
