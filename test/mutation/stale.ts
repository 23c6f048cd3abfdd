import type { Accepted } from './accepted.ts';
import { instrument } from './instrument.ts';
import { nameOf } from './mutant.ts';

/** Entries that name no mutant: the code has changed, and they have to go or to be written anew. */
export async function staleEntries(accepted: readonly Accepted[]): Promise<string[]> {
  const { mutants } = await instrument([...new Set(accepted.map(({ file }) => file))]);
  const names = new Set(mutants.map(nameOf));
  return accepted.map(nameOf).filter((name) => !names.has(name));
}
