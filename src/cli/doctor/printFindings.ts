import type { Io } from '../io.ts';
import type { Finding } from './check.ts';
import type { ReportFinding } from './runChecks.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
  skipped: 'skipped',
};

/** Findings for people, one after the other. */
export function printAsText(io: Io): ReportFinding {
  return (name, { state, detail, advice }) => {
    io.out(`${MARKS[state]} ${name}: ${detail}`);
    if (advice !== undefined) io.out(`        ${advice}`);
  };
}

/** Findings for machines: one JSON document, printed by `end`. */
export function printAsJson(io: Io): { report: ReportFinding; end(more: Record<string, unknown>): void } {
  const findings: ({ name: string } & Finding)[] = [];
  return {
    report: (name, finding) => {
      findings.push({ name, ...finding });
    },
    end(more) {
      const ok = findings.every(({ state }) => state !== 'failed');
      io.out(JSON.stringify({ ok, findings, ...more }, null, 2));
    },
  };
}
