import type { Io } from '../io.ts';
import { withProgress } from '../progress.ts';
import type { Check, Finding } from './check.ts';

/** Called with each finding as it comes. */
export type ReportFinding = (name: string, finding: Finding) => void;

/** Runs checks one after the other. Behind one that failed the rest is skipped. `true` when none failed. */
export async function runChecks(checks: readonly Check[], io: Io, report: ReportFinding): Promise<boolean> {
  let failed = false;
  for (const { name, run } of checks) {
    const finding: Finding = failed
      ? { state: 'skipped', detail: 'something before it failed' }
      : await withProgress(io, name, run());
    report(name, finding);
    failed ||= finding.state === 'failed';
  }
  return !failed;
}
