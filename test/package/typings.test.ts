import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { size } from '../support/size.ts';
import { fromNpm } from './runtimes/fromNpm.ts';
import { packPackage, unpack } from './runtimes/packPackage.ts';
import { root } from './runtimes/scratchProject.ts';

/*
 * The typings of `<hpp-checkout>` and its events, from the packed tarball, by each framework's own checker. React, Preact and
 * plain DOM by the compiler of this repository; Vue's and Svelte's checkers are fetched, so they run with HPP_WHOLE=1
 * (`npm run test:typings`).
 */

const whole = size(false, true);
const checkers = whole
  ? fromNpm(
      'typings',
      'vue-tsc@3.3.14',
      'svelte-check@4.7.8',
      'typescript@6.0.3',
      'vue@3.5.45',
      'svelte@5.57.3',
    )
  : null;
const scratch = mkdtempSync(join(tmpdir(), 'hpp-checkout-typings-'));

/** A project with the packed package and these packages, and a tsconfig that names one framework's typings. */
function project(
  name: string,
  packages: readonly string[],
  compilerOptions: object,
  more: object = {},
): string {
  const folder = join(scratch, name);
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(scratch, 'package'), join(modules, 'hpp-checkout'));
  for (const each of packages) {
    mkdirSync(dirname(join(modules, each)), { recursive: true });
    symlinkSync(join(root, 'node_modules', each), join(modules, each));
  }
  const common = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    noEmit: true,
    // The typings are linked in, and find what they import beside the link.
    preserveSymlinks: true,
    // Our own typings are looked at too, not only what uses them.
    skipLibCheck: name !== 'dom',
  };
  const config = { compilerOptions: { ...common, ...compilerOptions }, include: ['*'], ...more };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  return folder;
}

function check(command: string, folder: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}
const tsc = join(root, 'node_modules/typescript/bin/tsc');

beforeAll(() => {
  unpack(packPackage(scratch).tarball, join(scratch, 'package'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Right, and four mistakes. No JSX checks a name with a hyphen by itself (https://www.typescriptlang.org/docs/handbook/jsx.html#attribute-type-checking). */
const JSX = `
export const right = (
  <hpp-checkout id="pay" session="/session" order={{ id: 1 }} success-url="/thanks" theme="dark"
    onhpp-checkout:complete={(event) => { const outcome: 'completed' | string = event.detail.outcome; void outcome; }} />
);
// @ts-expect-error no such property
export const attribute = <hpp-checkout session="/session" succesUrl="/thanks" />;
// @ts-expect-error no such word
export const word = <hpp-checkout session="/session" theme="drak" />;
// @ts-expect-error no such event, so that nothing says what its listener is given
export const event = <hpp-checkout session="/session" onhpp-checkout:completed={(event) => event.detail} />;
// @ts-expect-error it carries no price
export const detail = <hpp-checkout session="/session" onhpp-checkout:complete={(event) => event.detail.price} />;
`;

describe('typings of the packed package', () => {
  it('name the events of elements and document, and the element by its tag', () => {
    const folder = project('dom', [], { types: [] });
    writeFileSync(
      join(folder, 'page.ts'),
      `import { createCheckout } from 'hpp-checkout';
import 'hpp-checkout/element';
createCheckout({ session: '/session' });
document.addEventListener('hpp-checkout:complete', (event) => {
  const { outcome, orderReference }: { outcome: string; orderReference?: string } = event.detail;
  void [outcome, orderReference];
});
document.body.addEventListener('hpp-checkout:error', ({ detail }) => detail.code === 'offline');
// @ts-expect-error it carries no price
window.addEventListener('hpp-checkout:complete', ({ detail }) => detail.price);
// @ts-expect-error an event that nobody knows carries nothing
document.addEventListener('hpp-checkout:completed', ({ detail }) => detail);
const element = document.createElement('hpp-checkout');
element.order = { id: 1 };
element.onComplete = ({ outcome }) => outcome;
element.theme = undefined;
// @ts-expect-error no such word
element.theme = 'drak';
// @ts-expect-error no such option
element.thme = 'dark';
`,
    );
    expect(check(tsc, folder)).toBe('');
  });

  it('know the element in React', () => {
    const folder = project('react', ['react', '@types/react', 'csstype'], {
      jsx: 'react-jsx',
      types: ['hpp-checkout/types/react'],
    });
    writeFileSync(join(folder, 'page.tsx'), JSX);
    expect(check(tsc, folder)).toBe('');
  });

  it('know the element in Preact', () => {
    const folder = project('preact', ['preact'], {
      jsx: 'react-jsx',
      jsxImportSource: 'preact',
      types: ['hpp-checkout/types/preact'],
    });
    writeFileSync(join(folder, 'page.tsx'), JSX);
    expect(check(tsc, folder)).toBe('');
  });

  it.runIf(whole)('know the element in Vue', () => {
    const folder = project(
      'vue',
      [],
      { types: ['hpp-checkout/types/vue'] },
      { vueCompilerOptions: { strictTemplates: true } },
    );
    cpSync(join(checkers as string, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    const page = (tag: string) =>
      `<script setup lang="ts">const order = { id: 1 };\nconst done = (outcome: string) => outcome;\nvoid [order, done];</script>\n<template>${tag}</template>`;
    const right = `<hpp-checkout session="/session" :order="order" success-url="/thanks" class="x" @hpp-checkout:complete="(event) => done(event.detail.outcome)" />`;
    const vueTsc = join(folder, 'node_modules/vue-tsc/bin/vue-tsc.js');
    writeFileSync(join(folder, 'Page.vue'), page(right));
    expect(check(vueTsc, folder)).toBe('');
    for (const [wrong, reason] of [
      [right.replace('success-url', 'succes-url'), /succes-?url/i],
      [right.replace(':complete', ':completed'), /completed/],
      [right.replace('.outcome', '.price'), /price/],
    ] as const) {
      writeFileSync(join(folder, 'Page.vue'), page(wrong));
      expect(check(vueTsc, folder)).toMatch(reason);
    }
  });

  it.runIf(whole)('know the element in Svelte', () => {
    const folder = project('svelte', [], { types: ['hpp-checkout/types/svelte', 'svelte'] });
    cpSync(join(checkers as string, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    const right = `<hpp-checkout session="/session" order={{ id: 1 }} success-url="/thanks" onhpp-checkout:complete={(event) => console.log(event.detail.outcome)}></hpp-checkout>`;
    const svelteCheck = join(folder, 'node_modules/svelte-check/bin/svelte-check');
    const page = (tag: string) => {
      writeFileSync(join(folder, 'Page.svelte'), `<script lang="ts"></script>\n${tag}\n`);
      return check(svelteCheck, folder, '--tsconfig', 'tsconfig.json');
    };
    expect(page(right)).toContain('0 errors');
    for (const [wrong, reason] of [
      [right.replace('success-url', 'succes-url'), /succes-url/],
      [right.replace(':complete', ':completed'), /completed/],
      [right.replace('.outcome', '.price'), /price/],
    ] as const)
      expect(page(wrong)).toMatch(reason);
  });
});
