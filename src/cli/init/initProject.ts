import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../command.ts';
import type { Io } from '../io.ts';
import { table } from '../table.ts';
import { type Comparison, compare } from './compare.ts';
import type { Detection } from './detect.ts';
import { envFile } from './envFile.ts';
import { gitignore } from './gitignore.ts';
import { installCommands, nextSteps } from './nextSteps.ts';
import { planFor } from './planFor.ts';
import type { Project } from './project.ts';

interface InitOptions {
  readonly isDryRun: boolean;
  readonly isForced: boolean;
}

/** What became of a file. */
type Outcome = 'new' | 'same' | 'added' | 'replaced' | 'kept';

/** Writes what is missing, asks before it replaces, and says what comes next. */
export async function initProject(
  project: Project,
  { name, because }: Detection,
  io: Io,
  options: InitOptions,
): Promise<void> {
  const plan = planFor(project, name);
  io.out(`${plan.title} in ${project.isTypeScript ? 'TypeScript' : 'JavaScript'} (${because})\n`);
  const wanted = [...plan.files, envFile(plan.env), ...(project.isGit ? [gitignore(project.hasSqlite)] : [])];
  const done: { comparison: Comparison; outcome: Outcome }[] = [];
  for (const file of wanted) {
    const comparison = compare(project, file);
    const outcome = await decide(comparison, io, options);
    if (options.isDryRun) printFile(comparison, outcome, io);
    else if (outcome !== 'same' && outcome !== 'kept') write(project, comparison);
    done.push({ comparison, outcome });
  }

  const rows = done.map(({ comparison: { file }, outcome }) => [`  ${outcome}`, file.path, file.purpose]);
  for (const row of table(rows)) io.out(row);
  for (const { comparison, outcome } of done) if (outcome === 'kept') printKept(comparison, io);
  for (const step of nextSteps(project, plan)) io.out(step);
  if (options.isDryRun) io.out('\nNothing was written: this was a dry run.');
  io.result({
    framework: name,
    isDryRun: options.isDryRun,
    files: done.map(({ comparison: { file }, outcome }) => ({ path: file.path, state: outcome })),
    install: installCommands(project, plan),
    start: plan.start,
    address: plan.address,
  });
}

async function decide(
  { state, file }: Comparison,
  io: Io,
  { isDryRun, isForced }: InitOptions,
): Promise<Outcome> {
  if (state === 'new' || state === 'same') return state;
  if (state === 'adds') return 'added';
  if (state === 'byHand') return 'kept';
  if (isForced) return 'replaced';
  if (isDryRun || io.ask === undefined) return 'kept';
  const question = file.question ?? `${file.path} is there and differs. Replace it?`;
  const answer = await io.ask(`${question} [y/N] `);
  return /^y(es)?$/i.test(answer.trim()) ? 'replaced' : 'kept';
}

function write({ folder }: Project, { file, text }: Comparison): void {
  const path = join(folder, file.path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new CommandError(
      `${file.path} cannot be written: ${(error as Error).message}. What comes before it is written; run init again when it can be.`,
    );
  }
}

function printFile({ file, shown }: Comparison, outcome: Outcome, io: Io): void {
  if (shown === '') return;
  io.out(`--- ${file.path} (${outcome})\n${shown}`);
}

function printKept({ file }: Comparison, io: Io): void {
  io.out(
    `\n${file.path} is yours and stays. ${file.byHand ?? '--dry-run prints ours, and --force replaces yours with it.'}`,
  );
}
