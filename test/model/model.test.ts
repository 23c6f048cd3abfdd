import { afterAll, describe, expect, it } from 'vitest';
import { type Action, describeAction, type Scope } from './actions.ts';
import { allBreaks, type Break } from './breaks.ts';
import { coveringPaths } from './coveringPaths.ts';
import { defects } from './defects.ts';
import { explore } from './explore.ts';
import { replay } from './replay.ts';

/*
 * Two sessions of one order, two processes, one crash at any point, and every order of requests, notifications, sweeps, payments
 * and clock. What is bounded is how many activities (requests, notifications, sweeps) begin:
 *
 * - `npm test`: three with everything that may happen; four without other sums, outages and old pages; a replay of each tenth way.
 * - `npm run test:model`: four with everything; a replay of all ways, among them each kind of step with each pair of statuses.
 */
const isWhole = process.env.HPP_WHOLE === '1';
const everything = { otherSums: true, outages: true, oldPages: true };
const nothing = { otherSums: false, outages: false, oldPages: false };
const three: Scope = { activities: 3, ...everything };
const four: Scope = { activities: 4, ...(isWhole ? everything : nothing) };

const printed: string[] = [];
afterAll(() => console.log(printed.join('\n')));

const said = (path: readonly Action[] = []) => path.map(describeAction);

/** The whole takes minutes of processor time, and hours of a busy machine's. */
const HANGS = isWhole ? { timeout: 4 * 60 * 60_000 } : {};

describe('the model', HANGS, () => {
  it.each([
    ['three activities', three, 56_000],
    ['four activities', four, isWhole ? 1_000_000 : 180_000],
  ])('keeps the eight rules in every state that can be reached: %s', (name, scope, least) => {
    const { reached, transitions, broken } = explore(scope);
    printed.push(`${name}: ${reached.length} states, ${transitions} transitions`);
    expect([broken?.what, ...said(broken?.path)]).toEqual([undefined]);
    expect(reached.length).toBeGreaterThan(least);
  });

  it.each(allBreaks)('breaks a rule where %s', (name) => {
    expect(firstBreak(name)?.what).toMatch(/^rule \d: /);
  });
});

describe('the real handler', HANGS, () => {
  it('keeps the eight rules on the ways of the model', async () => {
    const all = coveringPaths(three, isWhole);
    const paths = isWhole ? all : all.filter((_, at) => at % 10 === 0);
    printed.push(`${paths.length} of ${all.length} ways replayed on the handler`);
    expect(paths.length).toBeGreaterThan(isWhole ? 10_000 : 100);
    for (const path of paths) {
      const broken = await replay(path);
      if (broken.length > 0) expect([...broken, ...said(path)]).toEqual([]);
    }
  });

  it.each(allBreaks)('keeps them where a model breaks in which %s', async (name) => {
    expect(await replay(firstBreak(name)?.path ?? [], { breaks: new Set([name]) })).toEqual([]);
  });

  it.each(Object.keys(defects) as Break[])('breaks one when %s', async (name) => {
    const broken = await replay(firstBreak(name)?.path ?? [], {
      breaks: new Set([name]),
      defect: defects[name],
    });
    expect(broken.join()).toMatch(/rule \d: /);
  });
});

const found = new Map<Break, ReturnType<typeof explore>['broken']>();

/** A second payment takes four: two pages and two notifications. */
const later = new Set<Break>([
  'a second payment takes the first one’s place',
  'a second payment is not told',
]);

/** The shortest way on which a defect of the model breaks a rule. */
function firstBreak(name: Break): ReturnType<typeof explore>['broken'] {
  const known = found.get(name);
  if (known !== undefined) return known;
  const scope = later.has(name) ? { activities: 4, ...nothing } : { ...three, outages: false };
  const { broken } = explore(scope, new Set([name]));
  found.set(name, broken);
  return broken;
}
