import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { deadLinks } from './links/deadLinks.ts';
import { typeErrors } from './packed/typeErrors.ts';
import { packPackage, unpack } from './runtimes/packPackage.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'hpp-checkout-packed-'));
const packed: string[] = [];

/** The scratch project sees the packed package and its declared dependencies, and nothing else of this repository. */
beforeAll(() => {
  const { tarball, files } = packPackage(scratch);
  packed.push(...files);
  const modules = join(scratch, 'node_modules');
  unpack(tarball, join(modules, 'hpp-checkout'));
  for (const name of [
    ...Object.keys(manifest.dependencies),
    'react',
    '@types/react',
    '@types/node',
    'csstype',
    'undici-types',
  ]) {
    const target = join(modules, name);
    mkdirSync(join(target, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), target);
  }
  writeFileSync(join(scratch, 'package.json'), '{"name":"scratch","private":true,"type":"module"}');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function node(file: string, code: string): { status: number | null; stdout: string; stderr: string } {
  writeFileSync(join(scratch, file), code);
  return spawnSync(process.execPath, ['--no-warnings', file], { cwd: scratch, encoding: 'utf8' });
}

/** What each entry must export, from the design's public surface. */
const ENTRIES: Record<string, readonly string[]> = {
  'hpp-checkout': ['createCheckout', 'CheckoutError', 'isCheckoutError'],
  'hpp-checkout/react': ['CheckoutButton', 'useCheckout'],
  'hpp-checkout/return': ['announceReturn'],
  'hpp-checkout/gateway': [
    'createGateway',
    'defineProfile',
    'defaultProfile',
    'describeProfile',
    'signatures',
    'formatAmount',
    'parseAmount',
    'GatewayError',
    'NotificationError',
  ],
  'hpp-checkout/server': [
    'createGateway',
    'createCheckoutHandler',
    'defineProfile',
    'defaultProfile',
    'describeProfile',
    'signatures',
    'formatAmount',
    'parseAmount',
    'memoryStore',
  ],
  'hpp-checkout/server/node': ['toNodeHandler'],
  'hpp-checkout/server/sqlite': ['sqliteStore'],
  'hpp-checkout/server/postgres': ['postgresStore'],
  'hpp-checkout/server/mysql': ['mysqlStore'],
  'hpp-checkout/sandbox': ['createSandbox'],
};

describe('the packed package', () => {
  for (const [entry, names] of Object.entries(ENTRIES)) {
    it(`${entry} imports as an ES module, without a DOM and without side effects`, () => {
      const { status, stdout, stderr } = node(
        'esm.mjs',
        `const before = Object.keys(globalThis).join();
         const entry = await import('${entry}');
         console.log(JSON.stringify({ names: ${JSON.stringify(names)}.filter((name) => !(name in entry)), same: before === Object.keys(globalThis).join() }));`,
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ names: [], same: true });
    });

    it(`${entry} can be required`, () => {
      const { status, stdout, stderr } = node(
        'cjs.cjs',
        `const entry = require('${entry}'); console.log(${JSON.stringify(names)}.filter((name) => !(name in entry)).length);`,
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout.trim()).toBe('0');
    });
  }

  it('hpp-checkout/element imports without a DOM', () => {
    expect(node('element.mjs', `await import('hpp-checkout/element');`).stderr).toBe('');
  });

  it('the command starts', () => {
    const bin = join(scratch, 'node_modules/hpp-checkout/dist/cli.js');
    const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', bin, '--help'], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}sandbox/m);
  });

  for (const moduleResolution of ['node16', 'nodenext', 'bundler'] as const) {
    it(`types resolve under ${moduleResolution}`, () => {
      const imports = Object.entries({ ...ENTRIES, 'hpp-checkout/element': [] })
        .map(
          ([entry, names], index) =>
            `import * as e${index} from '${entry}';\n${names.map((name) => `void e${index}.${name};`).join('\n')}`,
        )
        .join('\n');
      writeFileSync(
        join(scratch, 'types.ts'),
        `${imports}
import { createCheckout, type CheckoutResult } from 'hpp-checkout';
const result: Promise<CheckoutResult> = createCheckout({ session: '/checkout/session' }).open();
void result;
// @ts-expect-error a session is required
createCheckout({});
import { createGateway } from 'hpp-checkout/gateway';
import type { CheckoutHandlerOptions, Gateway } from 'hpp-checkout/server';
declare const gateway: ReturnType<typeof createGateway>;
const options: Pick<CheckoutHandlerOptions, 'gateway'> = { gateway };
const same: Gateway = gateway;
void [options, same];
`,
      );
      expect(typeErrors(scratch, 'types.ts', moduleResolution)).toEqual([]);
    });
  }

  it('T15 ships the built files and the papers, no tests, sources, maps or secrets', () => {
    const strangers = packed.filter(
      (path) =>
        !/^(dist\/[\w./-]+\.(js|json|d\.ts)|package\.json|README\.md|src\/protocol\/page\/checkout\.openapi\.json|LICENSE|CHANGELOG\.md|SECURITY\.md)$/.test(
          path,
        ) &&
        !/^demo\/(docs\/([\w-]+\.md|nav\.json)|examples\/[\w./-]+\.(md|html|css|tsx?|vue|svelte|json|py))$/.test(
          path,
        ),
    );
    expect(strangers).toEqual([]);
    expect(packed).toContain('dist/integrity.json');
    const words = spawnSync(
      'grep',
      [
        '-rlE',
        'demo-shop-secret|BEGIN (RSA|EC|OPENSSH)? ?PRIVATE KEY',
        join(scratch, 'node_modules/hpp-checkout'),
      ],
      { encoding: 'utf8' },
    );
    expect(words.stdout).toBe('');
  });

  it('has no link in its papers and guides that leads out of it, or nowhere', () => {
    const papers = packed.filter((path) => path.endsWith('.md'));
    expect(papers).toEqual(
      expect.arrayContaining(['README.md', 'CHANGELOG.md', 'SECURITY.md', 'demo/docs/server.md']),
    );
    expect(deadLinks(join(scratch, 'node_modules/hpp-checkout'), papers)).toEqual([]);
  });

  it('declares every package it imports', () => {
    const declared = new Set([
      ...Object.keys(manifest.dependencies),
      ...Object.keys(manifest.peerDependencies),
    ]);
    const dist = join(scratch, 'node_modules/hpp-checkout/dist');
    const undeclared = readdirSync(dist)
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [
        ...execFileSync('cat', [join(dist, file)], { encoding: 'utf8' }).matchAll(
          /^\s*(?:import|export)\s[^'"]*["']([^."'][^"']*)["']/gm,
        ),
      ])
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('node:'))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !declared.has(name));
    expect([...new Set(undeclared)]).toEqual([]);
  });
});
