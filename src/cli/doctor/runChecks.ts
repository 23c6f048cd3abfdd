import type { Io } from '../io.ts';
import { withProgress } from '../progress.ts';
import { type Check, type Finding, skipped } from './check.ts';

/** How the reason of a check begins that builds on a failed one. */
export const UNTIL = 'until';

/** Called with each finding as it comes. */
export type ReportFinding = (name: string, finding: Finding) => void;

/**
 * Runs checks one after the other. One that builds on a failed one is skipped, so that a fault is named once and not with
 * all that follows from it. `failed` has the names of those that failed before, and gets those that fail now.
 */
export async function runChecks(
  checks: readonly Check[],
  failed: Set<string>,
  io: Io,
  report: ReportFinding,
): Promise<void> {
  for (const { name, needs = [], run } of checks) {
    const broken = needs.find((need) => failed.has(need));
    const found =
      broken === undefined ? await withProgress(io, name, run()) : skipped(`${UNTIL} "${broken}" is mended`);
    const findings = Array.isArray(found) ? (found as readonly Finding[]) : [found as Finding];
    for (const finding of findings) report(name, finding);
    // What a skipped one would have told is unknown: what builds on it is skipped, too.
    if (findings.some(({ state }) => state === 'failed') || broken !== undefined) failed.add(name);
  }
}
