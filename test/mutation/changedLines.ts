import { spawnSync } from 'node:child_process';

/** Lines of files, from 1, as they are now. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * What has changed since a commit, committed or not. `null` where git does not know that commit: in a checkout of one commit
 * (a shallow clone, the first commit) or without git.
 */
export function changedLines(since: string): ChangedLines | null {
  const { status, stdout } = spawnSync(
    'git',
    ['diff', '--unified=0', '--no-color', '--no-ext-diff', since, '--', 'src'],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  return status === 0 ? readDiff(stdout) : null;
}

export function readDiff(diff: string): ChangedLines {
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const text of diff.split('\n')) {
    const file = /^\+\+\+ b\/(.+)$/.exec(text)?.[1];
    if (file !== undefined) {
      lines = new Set();
      changed.set(file, lines);
    }
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (hunk === null) continue;
    const first = Number(hunk[1]);
    const count = Number(hunk[2] ?? 1);
    for (let line = first; line < first + count; line++) lines.add(line);
  }
  return changed;
}
