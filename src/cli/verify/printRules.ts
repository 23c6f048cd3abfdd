import type { RuleResult } from '../../testing/verify/verifyBackend.ts';
import type { Io } from '../io.ts';

const MARKS = { passed: 'pass', failed: 'FAIL', skipped: 'skip' } as const;

/** Prints each rule as it was found. */
export function printRules(io: Io): (result: RuleResult) => void {
  let group = '';
  return (result) => {
    if (result.group !== group) {
      group = result.group;
      io.out(`${group}`);
    }
    io.out(`  ${MARKS[result.state]}  ${result.name}`);
    if (result.state === 'skipped') io.out(`        ${result.reason}`);
    if (result.state !== 'failed') return;
    io.out(`        ${result.demand}.`);
    io.out(`        Expected  ${result.expected}`);
    io.out(`        Seen      ${result.seen}`);
    io.out(`        Read on   ${result.read}`);
  };
}

/** One line that says how it went. */
export function summary(results: readonly RuleResult[]): string {
  const count = (state: RuleResult['state']) => results.filter((each) => each.state === state).length;
  const failed = results.filter(({ state }) => state === 'failed').map(({ name }) => name);
  const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} skipped`;
  return failed.length === 0
    ? `${count('passed')} rules hold${skipped}.`
    : `${failed.length} of ${results.length} rules are broken${skipped}: ${failed.join(', ')}.`;
}
