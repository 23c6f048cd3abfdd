import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './scratchProject.ts';

export const DENO = '2.9.6';

/**
 * Deno, from npm. No dev dependency: not every registry has its binaries for other platforms, and `npm ci` refuses a
 * lock file that lacks them. Kept until `node_modules` is renewed.
 *
 * @returns the path of its launcher.
 */
export function installDeno(): string {
  const folder = join(root, `node_modules/.cache/deno-${DENO}`);
  const bin = join(folder, 'node_modules/.bin/deno');
  if (!existsSync(bin)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--no-save', '--prefix', folder, `deno@${DENO}`], {
      cwd: folder,
      timeout: 90_000,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
  return bin;
}
