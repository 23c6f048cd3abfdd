import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Puts the built package and what it depends on into a project's `node_modules`, as `npm install` would.
 * @param types with its type declarations, for a project that is compiled.
 */
export function addPackage(folder: string, { types = false } = {}): void {
  const modules = join(folder, 'node_modules');
  const ours = join(modules, manifest.name);
  rmSync(ours, { recursive: true, force: true });
  cpSync(join(root, 'package.json'), join(ours, 'package.json'));
  cpSync(join(root, 'dist'), join(ours, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map') && (types || !path.endsWith('.d.ts')),
  });
  for (const name of Object.keys(manifest.dependencies)) {
    cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true });
  }
}

/**
 * A merchant's project with the built package in its node_modules. Outside this repository, since Bun would read its
 * tsconfig.json, whose paths lead to the sources.
 *
 * @returns its folder, and what removes it.
 */
export function scratchProject(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-checkout-runtimes-'));
  addPackage(folder);
  cpSync(join(root, 'test/package/runtimes'), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
