import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test has run once without a mutant, and, where there is no plan, then with each living one whose place it passes. */
export interface Tried {
  readonly file: string;
  readonly test: string;
  /** Of the processor. */
  readonly ms: number;
  readonly passes: readonly string[];
}

/** A test file has ended. These are passed while it is loaded, or in `beforeAll`. */
export interface Loaded {
  readonly file: string;
  readonly passes: readonly string[];
}

/** A test that the plan names has run with these mutants, in full and quietly. */
export interface Lived {
  readonly test: string;
  readonly ids: readonly string[];
}

export interface Kill {
  readonly id: string;
  readonly by: string;
  /** By an assertion or an error; by never ending. */
  readonly how: 'failed' | 'hung';
  readonly error: string;
}

/** To be tried again in a process of its own, before anything is said of it. */
export interface Doubt {
  readonly id: string;
  readonly file: string;
  readonly why: string;
}

interface Entries {
  tried: Tried;
  loaded: Loaded;
  lived: Lived;
  killed: Kill;
  doubtful: Doubt;
  /** Lived in a process of its own, too. */
  survived: { readonly id: string };
  /** A test process that tries one mutant alone. */
  started: { readonly pid: number };
}

/** What a run knows so far, on disk: the test processes write it, and a run that was stopped goes on from it. */
export const ledger = {
  read<K extends keyof Entries>(folder: string, kind: K): Entries[K][] {
    const file = join(folder, `${kind}.jsonl`);
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as Entries[K]);
  },
  add<K extends keyof Entries>(folder: string, kind: K, entry: Entries[K]): void {
    appendFileSync(join(folder, `${kind}.jsonl`), `${JSON.stringify(entry)}\n`);
  },
};
