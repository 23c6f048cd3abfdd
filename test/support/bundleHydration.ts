import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { compile } from 'svelte/compiler';
import { build, type Rollup } from 'vite';
import { fromNpm } from '../package/runtimes/fromNpm.ts';

/** Not by a URL: happy-dom has a class of its own for those. */
const root = join(import.meta.dirname, '../../');

const REACT = `import { hydrateRoot } from 'react-dom/client';
import { createElement, useEffect } from 'react';
const h = (type, props, children) => createElement(type, props, ...children);
const Cart = () => { useEffect(done, []); return draw(h); };
window.hydrate = (place) => hydrateRoot(place, createElement(Cart), { onRecoverableError() {} });`;

/** The cart of all of them: the place of a button that the widget draws, and a link of the shop's own. */
const DRAWN =
  '<main><h1>Cart</h1><div id="place" data-hpp-checkout="" data-session="/session" data-order="A-1"></div><a id="link" href="/plain" data-hpp-checkout="" data-session="/session" data-order="A-2">Pay now</a><p>Thank you</p></main>';

const SOLID = ['solid-js@1.9.19', 'babel-preset-solid@1.9.16', '@babel/core@7.29.13'];
const LIT = ['lit@3.3.3', '@lit-labs/ssr@4.1.0', '@lit-labs/ssr-client@1.1.8'];

interface Framework {
  /** Which package each name stands for. */
  alias?: Record<string, string>;
  /** Packages that are no dev dependencies. */
  packages?: readonly string[];
  /** How its code in the browser begins: it sets `window.hydrate`. */
  code(folder: string): string;
  /** Code for Node, in a folder with the packages, that writes what its server draws. Else it is the markup alone. */
  server?(folder: string): string;
}

/** Frameworks that hydrate what their server has drawn. */
const FRAMEWORKS = {
  'React 18': { alias: { react: 'react18', 'react-dom': 'react-dom18' }, code: () => REACT },
  'React 19': { code: () => REACT },
  Preact: {
    code: () => `import { h as create, hydrate } from 'preact';
const h = (type, props, children) => create(type, props, ...children);
window.hydrate = (place) => { hydrate(draw(h), place); done(); };`,
  },
  Vue: {
    code: () => `import { createSSRApp, h } from 'vue/dist/vue.runtime.esm-bundler.js';
window.hydrate = (place) => createSSRApp({ render: () => draw(h), mounted: done }).mount(place);`,
  },
  Svelte: {
    code: () => `import { hydrate } from 'svelte';
import Cart from 'virtual:Cart.svelte';
window.hydrate = (place) => { hydrate(Cart, { target: place }); done(); };`,
    server: () => `${compile(DRAWN, { generate: 'server', name: 'Cart' }).js.code}
import { render } from 'svelte/server';
process.stdout.write(render(Cart).body);`,
  },
  Solid: {
    packages: SOLID,
    code: (folder) => `${solid(folder, 'dom')}
import { hydrate } from 'solid-js/web';
window.hydrate = (place) => {
  // What generateHydrationScript() writes into a page, as far as this one needs it.
  window._$HY = { events: [], completed: new WeakSet(), r: {}, fe() {} };
  hydrate(() => Cart(), place);
  done();
};`,
    server: (folder) => `${solid(folder, 'ssr')}
import { renderToString } from 'solid-js/web';
process.stdout.write(renderToString(() => Cart()));`,
  },
  Lit: {
    packages: LIT,
    code: () => `import { hydrate } from '@lit-labs/ssr-client';
import { html } from 'lit';
window.hydrate = (place) => { hydrate(html\`${DRAWN}\`, place); done(); };`,
    server: () => `import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
process.stdout.write(await collectResult(render(html\`${DRAWN}\`)));`,
  },
} as const satisfies Record<string, Framework>;

export type HydratingFramework = keyof typeof FRAMEWORKS;
export const HYDRATING_FRAMEWORKS = Object.keys(FRAMEWORKS) as HydratingFramework[];

const CART = `const pay = { 'data-hpp-checkout': '', 'data-session': '/session' };
const draw = (h) => h('main', null, [
  h('h1', null, ['Cart']),
  h('div', { id: 'place', ...pay, 'data-order': 'A-1' }, []),
  h('a', { id: 'link', href: '/plain', ...pay, 'data-order': 'A-2' }, ['Pay now']),
  h('p', null, ['Thank you']),
]);
const done = () => { document.body.append(Object.assign(document.createElement('i'), { id: 'hydrated', textContent: '!' })); };
`;

/** The cart, compiled by Solid's own preset. */
const solid = (folder: string, generate: 'dom' | 'ssr') =>
  runIn(
    folder,
    `import { transformSync } from '@babel/core';
    const presets = [['babel-preset-solid', ${JSON.stringify({ generate, hydratable: true })}]];
    const { code } = transformSync(${JSON.stringify(`const Cart = () => ${DRAWN};`)}, { filename: 'Cart.jsx', presets });
    process.stdout.write(code);`,
  );

/** What some code writes in Node, in a folder with its packages. */
const runIn = (folder: string, code: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, encoding: 'utf8' });

const folderOf = (name: string, { packages }: Framework) =>
  packages ? fromNpm(`hydration-${name}`, ...packages) : root;

/** What the framework's server draws. */
export function serverDrawn(name?: HydratingFramework): string {
  const framework: Framework | undefined = name && FRAMEWORKS[name];
  if (!name || !framework?.server) return `<div id="root">${DRAWN}</div>`;
  const folder = folderOf(name, framework);
  return `<div id="root">${runIn(folder, framework.server(folder))}</div>`;
}

/** A script's text that sets `window.hydrate(element)`; when it is done, `#hydrated` is there. */
export async function bundleHydration(framework: HydratingFramework): Promise<string> {
  const found: Framework = FRAMEWORKS[framework];
  const folder = folderOf(framework, found);
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    resolve: {
      alias: Object.entries(found.alias ?? {}).map(([name, replacement]) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement,
      })),
    },
    plugins: [
      {
        name: 'entry',
        // In the folder, where the packages are found.
        resolveId: (id) => (id.startsWith('virtual:') ? join(folder, id.replace(':', '-')) : null),
        load: (id) =>
          id === join(folder, 'virtual-entry')
            ? `${CART}${found.code(folder)}`
            : id === join(folder, 'virtual-Cart.svelte')
              ? compile(DRAWN, { generate: 'client' }).js.code
              : null,
      },
    ],
    build: {
      write: false,
      rolldownOptions: {
        input: 'virtual:entry',
        output: { codeSplitting: false, format: 'iife' },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput;
  return output[0].code;
}
