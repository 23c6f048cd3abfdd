import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { instrument } from './instrument.ts';
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

/** @param mayGoOn where the sources are the same as when the folder was made, what is known is kept. */
export async function prepare(
  target: Target,
  name: string,
  mayGoOn: boolean,
  isWanted: (mutant: Mutant) => boolean,
): Promise<Prepared> {
  const folder = join(artifacts, name);
  const list = join(folder, 'mutants.json');
  const files = filesOf(target);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  const digest = hash.digest('hex');
  if (mayGoOn && existsSync(list)) {
    const known = JSON.parse(readFileSync(list, 'utf8')) as { digest: string; mutants: Mutant[] };
    if (known.digest === digest) return { folder, mutants: known.mutants };
  }
  rmSync(folder, { recursive: true, force: true });
  const { mutants: all, code } = await instrument(files);
  const mutants = all.filter(isWanted);
  for (const [file, text] of code) {
    const path = join(folder, 'code', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  writeFileSync(list, JSON.stringify({ digest, mutants }));
  return { folder, mutants };
}
