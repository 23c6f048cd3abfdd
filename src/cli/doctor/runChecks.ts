import type { Io } from '../io.ts';
import { withProgress } from '../progress.ts';
import type { Check, Finding } from './check.ts';

/** Told of each finding as it comes. */
export type Say = (name: string, finding: Finding) => void;

/** Runs checks one after the other. Behind one that failed the rest is skipped. `true` when none failed. */
export async function runChecks(checks: readonly Check[], io: Io, say: Say): Promise<boolean> {
  let failed = false;
  for (const { name, run } of checks) {
    const finding: Finding = failed
      ? { state: 'skipped', detail: 'something before it failed' }
      : await withProgress(io, name, run());
    say(name, finding);
    failed ||= finding.state === 'failed';
  }
  return !failed;
}
