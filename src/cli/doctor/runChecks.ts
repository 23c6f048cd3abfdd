import type { Io } from '../io.ts';
import { withProgress } from '../progress.ts';
import type { Check, Finding } from './check.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
  skipped: 'skipped',
};

/** Runs checks one after the other and prints what they find. `true` when none failed. */
export async function runChecks(checks: readonly Check[], io: Io): Promise<boolean> {
  let failed = false;
  for (const { name, run } of checks) {
    const finding: Finding = failed
      ? { state: 'skipped', detail: 'something before it failed' }
      : await withProgress(io, name, run());
    io.out(`${MARKS[finding.state]} ${name}: ${finding.detail}`);
    if (finding.advice !== undefined) io.out(`        ${finding.advice}`);
    failed ||= finding.state === 'failed';
  }
  return !failed;
}
