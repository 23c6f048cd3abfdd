import { readFileSync } from 'node:fs';
import { type MutantName, nameOf } from './mutant.ts';

/** A mutant that may live. */
export interface Accepted extends MutantName {
  readonly reason: string;
}

const FILE = new URL('accepted.json', import.meta.url);

export function readAccepted(): readonly Accepted[] {
  const accepted = JSON.parse(readFileSync(FILE, 'utf8')) as Accepted[];
  const names = accepted.map(nameOf);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`test/mutation/accepted.json has this twice: ${twice}`);
  const unreasoned = accepted.find(({ reason }) => !reason);
  if (unreasoned) throw new Error(`test/mutation/accepted.json gives no reason: ${nameOf(unreasoned)}`);
  return accepted;
}
