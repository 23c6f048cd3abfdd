import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The bill of materials (CycloneDX) of what a merchant installs, from the lock file.
 *
 * `npm sbom --omit dev` leaves out what tools for development depend on as well, Preact among them; so it is asked in a
 * folder in which there are no such tools.
 */
export function makeSbom(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-checkout-sbom-'));
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const {
      devDependencies: _,
      peerDependencies: __,
      peerDependenciesMeta: ___,
      scripts: ____,
      ...manifest
    } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    copyFileSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
    npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
    return npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
