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
}

/** What names a mutant in `accepted.json`: nothing that moves when lines above it change. */
export type MutantName = Pick<Mutant, 'file' | 'within' | 'mutator' | 'from' | 'to'>;

export function nameOf({ file, within, mutator, from, to }: MutantName): string {
  return [file, within, mutator, from, to].join(' | ');
}
