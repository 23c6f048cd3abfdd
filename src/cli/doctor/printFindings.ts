import type { Io } from '../io.ts';
import type { Finding } from './check.ts';
import type { ReportFinding } from './runChecks.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
  skipped: 'skipped',
};

export type NamedFinding = { name: string } & Finding;

/** Prints each finding as it comes, and keeps it for the result. */
export function reportTo(findings: NamedFinding[], io: Io): ReportFinding {
  return (name, finding) => {
    findings.push({ name, ...finding });
    io.out(`${MARKS[finding.state]} ${name}: ${finding.detail}`);
    if (finding.advice !== undefined) io.out(`        ${finding.advice}`);
  };
}
