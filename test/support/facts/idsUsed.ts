import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A number in use, and where. */
export interface Use {
  id: string;
  where: string;
}

const READ = /\.(ts|tsx|js|mjs|md|vue|svelte|html|css|py|yml)$/;

/** Letters and digits that are no number of ours: the outlines of drawings, and a linter's rules. */
const FOREIGN = /\bd=(["']).*?\1|\bnoqa: \w+/g;

/** The numbers in a text: `S42`, `S129e`, `G23`. Neither a part of another word nor of a date (`T00:00`), a path or a colour. */
export function idsUsedIn(text: string): string[] {
  return text.replace(FOREIGN, '').match(/(?<![\w#/.}$-])[SMTFNG]\d{1,3}[a-z]?(?![\w]|:\d)/g) ?? [];
}

/** All numbers that sources, tests and papers of the repository use. */
export function idsUsed(root: string): Use[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((file) => READ.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => idsUsedIn(line).map((id) => ({ id, where: `${file}:${at + 1}` }))),
    );
}
