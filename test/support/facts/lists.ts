import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where each kind of numbered statement is listed. */
export const LISTS = {
  S: { file: 'src/protocol/gateway/FACTS.md', what: 'facts of the interface' },
  M: { file: 'src/merchant/FACTS.md', what: 'facts of what the merchant receives' },
  T: { file: 'SECURITY.md', what: 'threats' },
  F: { file: 'test/fault/FAULTS.md', what: 'faults' },
} as const;

export type Kind = keyof typeof LISTS;

export const KINDS = Object.keys(LISTS) as Kind[];

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The numbers of a list: those at the front of its tables' rows. @throws Error for one that stands there twice. */
export function idsIn(markdown: string, kind: string): string[] {
  const ids = [...markdown.matchAll(/^\| ([A-Z]\d+[a-z]?) \|/gm)]
    .map(([, id = '']) => id)
    .filter((id) => id.startsWith(kind));
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Error(`${twice} is listed twice.`);
  return ids;
}

/** All numbers of one kind. */
export function listed(kind: Kind): string[] {
  return idsIn(readFileSync(join(root, LISTS[kind].file), 'utf8'), kind);
}
