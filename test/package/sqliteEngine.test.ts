import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'hpp-engine-'));
const modules = join(folder, 'node_modules');

/** A shop outside the repository, with the package and what it depends on, and no engine. */
beforeAll(() => {
  const own = join(modules, 'hpp-checkout');
  mkdirSync(own, { recursive: true });
  cpSync(join(root, 'dist'), join(own, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(own, 'package.json'));
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  writeFileSync(
    join(folder, 'shop.mjs'),
    `process.getBuiltinModule = () => undefined; // as on a Node without SQLite
const { sqliteStore } = await import('hpp-checkout/server/sqlite');
try {
  sqliteStore('./checkout.db');
  console.log('made');
} catch ({ code, message }) {
  console.log(code, message);
}`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = () => execFileSync(process.execPath, ['shop.mjs'], { cwd: folder, encoding: 'utf8' });

it('the built sqliteStore stops when it is made, where no engine is installed', () => {
  expect(run()).toMatch(
    /^config_invalid sqliteStore: .* the package "libsql" is not installed\. Run "npm install libsql"/,
  );
});

it('and says why, where one is installed that cannot be loaded', () => {
  const libsql = join(modules, 'libsql');
  mkdirSync(libsql);
  writeFileSync(join(libsql, 'package.json'), '{ "name": "libsql", "main": "index.js" }');
  writeFileSync(join(libsql, 'index.js'), "require('@libsql/linux-x64-musl');");
  expect(run()).toMatch(
    /^config_invalid .* "libsql" cannot be loaded: Cannot find module '@libsql\/linux-x64-musl'\. It is built for one/,
  );
});

it('its import of the engine is literal, so that bundlers find it', () => {
  expect(readFileSync(join(root, 'dist/sqlite.js'), 'utf8')).toContain('import("libsql")');
});
