import type { Io } from '../io.ts';
import type { Finding } from './check.ts';
import { type ReportFinding, UNTIL } from './runChecks.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  hint: 'hint   ',
  warning: 'WARNING',
  failed: 'FAILED ',
  skipped: 'skipped',
};

export type NamedFinding = { name: string } & Finding;

/** Prints each finding as it comes, and keeps it for the result. */
export function reportTo(findings: NamedFinding[], io: Io): ReportFinding {
  return (name, finding) => {
    findings.push({ name, ...finding });
    io.out(`${MARKS[finding.state]} ${name}: ${finding.detail}`);
    if (!('code' in finding)) return;
    io.out(`        Expected: ${finding.expected}`);
    io.out(`        Change:   ${finding.change}`);
    io.out(`        Read:     ${finding.read}`);
  };
}

/** The last line: how it stands. */
export function summary(findings: readonly NamedFinding[]): string {
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  if (failed + warnings === 0) return 'Nothing is wrong that can be seen from here.';
  const parts = [
    ...(failed === 0 ? [] : [`${failed} ${failed === 1 ? 'check' : 'checks'} failed`]),
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`]),
  ];
  const isPartial = findings.some(({ state, detail }) => state === 'skipped' && detail.startsWith(UNTIL));
  const rest = isPartial ? ' Mend this, then ask again: what was skipped is looked at then.' : '';
  return `${parts.join(', ')}.${rest}`;
}
