import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ledger } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import { artifacts } from './prepare.ts';
import type { Target } from './targets.ts';

export interface Result {
  readonly target: string;
  readonly least: number;
  readonly isListed: boolean;
  /** Of each folder. */
  readonly rates: Readonly<Record<string, { killed: number; accepted: number; of: number }>>;
  /** Neither killed nor accepted. */
  readonly survivors: readonly Mutant[];
  readonly notTried: number;
  /** Accepted, and killed after all: their entries can go. */
  readonly killedThough: readonly Mutant[];
}

/** @param isComplete else only what surely lives is a survivor; the rest was not tried. */
export function readResult(
  { name, least, isListed = false }: Target,
  folder: string,
  mutants: readonly Mutant[],
  isAccepted: (mutant: Mutant) => boolean,
  isComplete: boolean,
): Result {
  const killed = new Set(ledger.read(folder, 'killed').map(({ id }) => id));
  const survived = new Set(ledger.read(folder, 'survived').map(({ id }) => id));
  const rates: Record<string, { killed: number; accepted: number; of: number }> = {};
  const living = mutants.filter(({ id }) => !killed.has(id));
  for (const mutant of mutants) {
    rates[dirname(mutant.file)] ??= { killed: 0, accepted: 0, of: 0 };
    const rate = rates[dirname(mutant.file)] as (typeof rates)[string];
    rate.of += 1;
    if (killed.has(mutant.id)) rate.killed += 1;
    else if (isAccepted(mutant)) rate.accepted += 1;
  }
  const unlisted = living.filter((mutant) => !isAccepted(mutant));
  const survivors = unlisted.filter(({ id }) => isComplete || survived.has(id));
  return {
    target: name,
    least,
    isListed,
    rates,
    survivors,
    notTried: unlisted.length - survivors.length,
    killedThough: mutants.filter((mutant) => killed.has(mutant.id) && isAccepted(mutant)),
  };
}

/** @returns the exit code. */
export function printReport(
  results: readonly Result[],
  stale: readonly string[],
  { isWhole }: { isWhole: boolean },
): number {
  let isRed = stale.length > 0;
  for (const { target, least, isListed, rates, survivors, notTried, killedThough } of results) {
    for (const mutant of survivors) console.log(describe(mutant));
    for (const mutant of killedThough) console.log(`accepted, and killed: ${describe(mutant)}`);
    let [killed, of] = [0, 0];
    for (const [folder, rate] of Object.entries(rates)) {
      console.log(
        `${percent(rate.killed, rate.of)} ${folder}: ${rate.killed} of ${rate.of}, ${rate.accepted} accepted`,
      );
      killed += rate.killed;
      of += rate.of;
    }
    const isLow = isWhole && (100 * killed) / of < least;
    console.log(
      `${target}: ${percent(killed, of)} of ${of} killed${isLow ? `, which is less than ${least} %` : ''}, ` +
        `${survivors.length} live and are not accepted${notTried > 0 ? `, ${notTried} not tried` : ''}`,
    );
    isRed ||= isLow || (survivors.length > 0 && (isWhole || isListed));
  }
  for (const name of stale) console.log(`accepted.json names no mutant any more: ${name}`);
  mkdirSync(artifacts, { recursive: true });
  writeFileSync(join(artifacts, 'report.json'), JSON.stringify({ results, stale }, null, 1));
  if (isRed) {
    console.log(
      'A mutant that lives is a change that no test notices: write the test, or an entry with its reason in test/mutation/accepted.json.',
    );
  }
  return isRed ? 1 : 0;
}

function percent(part: number, of: number): string {
  return `${(of === 0 ? 100 : (100 * part) / of).toFixed(1)} %`;
}

function describe({ file, line, within, mutator, from, to }: Mutant): string {
  return `${file}:${line} ${within} ${mutator}: ${from}  →  ${to}`;
}
