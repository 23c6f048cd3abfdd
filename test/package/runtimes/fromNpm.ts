import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './scratchProject.ts';

/**
 * A folder with packages that are no dev dependencies: large ones that a single test needs, or ones whose binaries for other
 * platforms not every registry has, for which `npm ci` would refuse the lock file. Kept until `node_modules` is renewed.
 *
 * @returns its path.
 */
export function fromNpm(name: string, ...packages: readonly string[]): string {
  const folder = join(root, 'node_modules/.cache', name);
  if (existsSync(folder)) return folder;
  // Under its name only when it is whole: a run that was cut off must not leave half of it, and another file of the tests may
  // be installing the same at this moment.
  mkdirSync(join(folder, '..'), { recursive: true });
  const begun = mkdtempSync(`${folder}.begun-`);
  writeFileSync(join(begun, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', begun, ...packages], {
    cwd: begun,
    timeout: 180_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    renameSync(begun, folder);
  } catch (error) {
    rmSync(begun, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
