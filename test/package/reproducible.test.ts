import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = [
  'src',
  'demo',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'test/projects.ts',
];

/** Every file of a folder, by the hash of its bytes. */
function hashes(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map(
        (path) =>
          [
            path.slice(folder.length + 1),
            createHash('sha256').update(readFileSync(path)).digest('hex'),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Builds the sources in a folder of another name and depth, since paths are what leaks into builds. */
function buildElsewhere(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-checkout-build-'));
  try {
    for (const source of SOURCES) {
      cpSync(join(root, source), join(folder, source), {
        recursive: true,
        filter: (path) => !/[\\/](\.build|\.data|node_modules)([\\/]|$)/.test(path.slice(root.length)),
      });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    execFileSync('npm', ['run', 'build', '--silent'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Without the test runner's NODE_ENV, which is no release's.
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
    return hashes(join(folder, 'dist'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the build', () => {
  it('holds no path of the machine it was made on', () => {
    const leaks = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(js|ts|map|json)$/.test(path))
      .filter((path) => readFileSync(join(root, 'dist', path), 'utf8').includes(root.replace(/[\\/]$/, '')));
    expect(leaks).toEqual([]);
  });

  it('gives the same bytes in another folder at another time', { timeout: 300_000 }, () => {
    const here = hashes(join(root, 'dist'));
    expect(Object.keys(here).length).toBeGreaterThan(50);
    expect(buildElsewhere()).toEqual(here);
  });
});
