import { join } from 'node:path';
import { compile } from 'svelte/compiler';
import { build, type Rollup } from 'vite';

/** Not by a URL: happy-dom has a class of its own for those. */
const root = join(import.meta.dirname, '../../');

const REACT = `import { hydrateRoot } from 'react-dom/client';
import { createElement, useEffect } from 'react';
const h = (type, props, children) => createElement(type, props, ...children);
const Cart = () => { useEffect(done, []); return draw(h); };
window.hydrate = (place) => hydrateRoot(place, createElement(Cart), { onRecoverableError() {} });`;

/** Frameworks that hydrate what their server has drawn: which package each name stands for, and how each begins. */
const FRAMEWORKS = {
  'React 18': { alias: { react: 'react18', 'react-dom': 'react-dom18' }, code: REACT },
  'React 19': { alias: {}, code: REACT },
  Preact: {
    alias: {},
    code: `import { h as create, hydrate } from 'preact';
const h = (type, props, children) => create(type, props, ...children);
window.hydrate = (place) => { hydrate(draw(h), place); done(); };`,
  },
  Vue: {
    alias: {},
    code: `import { createSSRApp, h } from 'vue/dist/vue.runtime.esm-bundler.js';
window.hydrate = (place) => createSSRApp({ render: () => draw(h), mounted: done }).mount(place);`,
  },
  // Its server marks where a component begins and ends.
  Svelte: {
    alias: {},
    code: `import { hydrate } from 'svelte';
import Cart from 'virtual:Cart.svelte';
window.hydrate = (place) => { hydrate(Cart, { target: place }); done(); };`,
  },
} as const;

export type HydratingFramework = keyof typeof FRAMEWORKS;
export const HYDRATING_FRAMEWORKS = Object.keys(FRAMEWORKS) as HydratingFramework[];

/** What each framework's server draws of the cart below: the place of a button that the widget draws, and a link of the shop's own. */
const DRAWN =
  '<main><h1>Cart</h1><div id="place" data-hpp-checkout="" data-session="/session" data-order="A-1"></div><a id="link" href="/plain" data-hpp-checkout="" data-session="/session" data-order="A-2">Pay now</a><p>Thank you</p></main>';
export const serverDrawn = (framework?: HydratingFramework): string =>
  `<div id="root">${framework === 'Svelte' ? `<!--[-->${DRAWN}<!--]-->` : DRAWN}</div>`;

const CART = `const pay = { 'data-hpp-checkout': '', 'data-session': '/session' };
const draw = (h) => h('main', null, [
  h('h1', null, ['Cart']),
  h('div', { id: 'place', ...pay, 'data-order': 'A-1' }, []),
  h('a', { id: 'link', href: '/plain', ...pay, 'data-order': 'A-2' }, ['Pay now']),
  h('p', null, ['Thank you']),
]);
const done = () => { document.body.append(Object.assign(document.createElement('i'), { id: 'hydrated', textContent: '!' })); };
`;

/** A script's text that sets `window.hydrate(element)`; when it is done, `#hydrated` is there. */
export async function bundleHydration(framework: HydratingFramework): Promise<string> {
  const { alias, code } = FRAMEWORKS[framework];
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    resolve: {
      alias: Object.entries(alias).map(([name, replacement]) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement,
      })),
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id.startsWith('virtual:') ? id : null),
        load: (id) =>
          id === 'virtual:entry'
            ? `${CART}${code}`
            : id.startsWith('virtual:')
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
