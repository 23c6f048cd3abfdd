import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { instrument } from './instrument.ts';
import { ledger } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import type { Target } from './targets.ts';

export const artifacts = resolve('test/.artifacts/mutation');

/** The target's source files; a folder's own ones and those below it. */
export function filesOf({ sources }: Target): readonly string[] {
  return sources.flatMap((source) =>
    source.endsWith('/')
      ? readdirSync(source, { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
          .sort()
          .map((name) => join(source, name))
      : [source],
  );
}

export interface Prepared {
  /** What the run writes, and where the mutated sources are. */
  readonly folder: string;
  readonly mutants: readonly Mutant[];
}

/** What a folder was made of. */
interface Made {
  /** Of each source file. */
  readonly digests: Readonly<Record<string, string>>;
  readonly mutants: readonly Mutant[];
}

/**
 * @param mayGoOn what is known from an earlier run is kept: all of it where no source has changed, else the kills in files
 *   that are as they were.
 */
export async function prepare(
  target: Target,
  name: string,
  mayGoOn: boolean,
  isWanted: (mutant: Mutant) => boolean,
  files: readonly string[] = filesOf(target),
): Promise<Prepared> {
  const folder = join(artifacts, name);
  const list = join(folder, 'mutants.json');
  const digests = Object.fromEntries(
    files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
  const earlier = mayGoOn && existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Made) : undefined;
  if (earlier !== undefined && JSON.stringify(earlier.digests) === JSON.stringify(digests)) {
    return { folder, mutants: earlier.mutants };
  }
  const kills = ledger.read(folder, 'killed');
  rmSync(folder, { recursive: true, force: true });
  const { mutants: all, code } = await instrument(files);
  const mutants = all.filter(isWanted);
  for (const [file, text] of code) {
    const path = join(folder, 'code', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  writeFileSync(list, JSON.stringify({ digests, mutants } satisfies Made));
  if (earlier !== undefined) {
    const same = new Set(files.filter((file) => digests[file] === earlier.digests[file]));
    const idNow = new Map(pairs(earlier.mutants, mutants, same));
    for (const kill of kills) {
      const id = idNow.get(kill.id);
      if (id !== undefined) ledger.add(folder, 'killed', { ...kill, id });
    }
  }
  return { folder, mutants };
}

/** The ids of the same mutants, before and now: an unchanged file has the same ones, in the same order. */
function pairs(
  before: readonly Mutant[],
  now: readonly Mutant[],
  files: ReadonlySet<string>,
): (readonly [string, string])[] {
  return [...files].flatMap((file) => {
    const known = before.filter((mutant) => mutant.file === file);
    return now
      .filter((mutant) => mutant.file === file)
      .map((mutant, at) => [known[at]?.id ?? '', mutant.id] as const);
  });
}
