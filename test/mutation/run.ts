/*
 * `npm run test:mutation`: changes the code where money and trust are decided, one place at a time, and asks the tests.
 *
 *   npm run test:mutation                        all targets; a run that was stopped goes on
 *   npm run test:mutation -- settle notification these
 *   npm run test:mutation -- --survivors settle  what lived is tried again, after tests were added
 *   npm run test:mutation -- --changed           lines changed since HEAD~1, and not committed; 60 seconds at most
 *   npm run test:mutation -- --changed=main --seconds=180
 */
import { parseArgs } from 'node:util';
import { readAccepted } from './accepted.ts';
import { changedLines } from './changedLines.ts';
import { type Mutant, nameOf } from './mutant.ts';
import { filesOf, prepare } from './prepare.ts';
import { printReport, type Result, readResult } from './report.ts';
import { staleEntries } from './stale.ts';
import { type Target, targets } from './targets.ts';
import { forgetSurvivors, tryTarget } from './tryTarget.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD~1' : arg)),
  allowPositionals: true,
  options: {
    changed: { type: 'string' },
    seconds: { type: 'string' },
    survivors: { type: 'boolean', default: false },
  },
});
const unknown = positionals.find((name) => !targets.some((target) => target.name === name));
if (unknown !== undefined) {
  const names = targets.map(({ name }) => name).join(', ');
  throw new Error(`There is no target ${unknown}. There are ${names}.`);
}
const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const accepted = readAccepted();
const acceptedNames = new Set(accepted.map(nameOf));
const isAccepted = (mutant: Mutant) => acceptedNames.has(nameOf(mutant));
const began = Date.now();
const results: Result[] = [];

function finish(stale: readonly string[]): void {
  process.exitCode = printReport(results, stale, { isWhole: values.changed === undefined });
}

async function runTarget(target: Target, isWanted: (mutant: Mutant) => boolean): Promise<void> {
  const isWhole = values.changed === undefined;
  // What has not changed is neither read nor mutated: nothing to try costs no time.
  const files = filesOf(target).filter((file) => changed === null || changed.has(file));
  if (files.length === 0) return;
  const { folder, mutants } = await prepare(
    target,
    isWhole ? target.name : `${target.name}.changed`,
    isWhole,
    isWanted,
    files,
  );
  if (mutants.length === 0) return;
  if (values.survivors) forgetSurvivors(folder);
  const log = (line: string) =>
    console.log(`${Math.round((Date.now() - began) / 1000)} s  ${target.name}: ${line}`);
  log(`${mutants.length} mutants`);
  running = { target, folder, mutants };
  await tryTarget(target, folder, mutants, isAccepted, log);
  results.push(readResult(target, folder, mutants, isAccepted, true));
  running = null;
}

let running: { target: Target; folder: string; mutants: readonly Mutant[] } | null = null;

const stale = await staleEntries(accepted);
const changed = values.changed === undefined ? null : changedLines(values.changed);
const seconds = values.seconds ?? (values.changed === undefined ? undefined : '60');
if (values.changed !== undefined && changed === null) {
  console.log(
    `git knows no ${values.changed} here (a checkout of one commit): there are no changed lines to try.`,
  );
  finish(stale);
} else {
  if (seconds !== undefined) {
    // What is not tried until then is told, and is no failure: only what surely lives is.
    setTimeout(() => {
      console.log(`${seconds} seconds are over.`);
      if (running !== null) {
        results.push(readResult(running.target, running.folder, running.mutants, isAccepted, false));
      }
      finish(stale);
      process.exit();
    }, Number(seconds) * 1000).unref();
  }
  const isWanted = ({ file, line, lastLine }: Mutant): boolean => {
    if (changed === null) return true;
    const lines = changed.get(file);
    return lines !== undefined && [...lines].some((each) => each >= line && each <= lastLine);
  };
  for (const target of chosen) await runTarget(target, isWanted);
  if (results.length === 0) console.log('No line of these targets has changed.');
  finish(stale);
  // Databases that a test process has left running keep no report waiting.
  process.exit();
}
