/** One change of one place in the source. */
export interface Mutant {
  /** Within one run. */
  readonly id: string;
  readonly file: string;
  /** Its first line, from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** The function or constant that it stands in. */
  readonly within: string;
  readonly mutator: string;
  /** Source text, on one line and cut: what was, and what it becomes. */
  readonly from: string;
  readonly to: string;
  /** The second, third … of one function that are the same in all that; absent for the first. */
  readonly nth?: number;
}

/** What names a mutant in `accepted.json`: nothing that moves when lines above it change. */
export type MutantName = Pick<Mutant, 'file' | 'within' | 'mutator' | 'from' | 'to' | 'nth'>;

export function nameOf({ file, within, mutator, from, to, nth = 1 }: MutantName): string {
  return [file, within, mutator, from, to, nth].join(' | ');
}

/** Numbers those that are the same in file, function, mutator and text. */
export function numbered(mutants: readonly Mutant[]): Mutant[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const name = nameOf(mutant);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth === 1 ? mutant : { ...mutant, nth };
  });
}
