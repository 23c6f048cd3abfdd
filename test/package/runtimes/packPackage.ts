import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './scratchProject.ts';

/** The package as it would be published. */
export interface Packed {
  /** The file that `npm install` takes. */
  tarball: string;
  /** The paths in it. */
  files: readonly string[];
}

/** Packs what was built into a folder. */
export function packPackage(folder: string): Packed {
  const report = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, files }] = JSON.parse(report) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}

/** Unpacks a tarball of npm. */
export function unpack(tarball: string, into: string): void {
  mkdirSync(into, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', into]);
}
