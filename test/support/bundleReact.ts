import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { lazyFiles } from '../../src/build/lazyFiles.ts';

/** Not by a URL: happy-dom has a class of its own for those. */
const root = join(import.meta.dirname, '../../');
const ENTRY = `
export * as React from 'react';
export * as client from 'react-dom/client';
export * as server from 'react-dom/server';
export * as wrapper from '${root}src/widget/react.ts';
`;

/** The packages' names in `package.json`. */
const NAMES = { 18: ['react18', 'react-dom18'], 19: ['react', 'react-dom'] } as const;

export type ReactVersion = keyof typeof NAMES;

/**
 * One version of React in its development build, and our wrapper bound to it, as one module's text. A bundle, because both
 * React's own packages and the wrapper ask for `react` by that name.
 *
 * @param server for Node, where there is no window.
 */
export async function bundleReact(version: ReactVersion, server = false): Promise<string> {
  const [react, dom] = NAMES[version];
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    mode: 'development',
    define: { __VERSION__: '"test"', 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: [
        { find: /^react(?=\/|$)/, replacement: react },
        { find: /^react-dom(?=\/|$)/, replacement: dom },
      ],
    },
    plugins: [
      lazyFiles(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'virtual:entry' ? id : null),
        load: (id) => (id === 'virtual:entry' ? ENTRY : null),
      },
    ],
    ssr: { noExternal: true },
    build: {
      write: false,
      minify: false,
      ssr: server,
      rolldownOptions: {
        input: 'virtual:entry',
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false, format: 'es' },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput;
  return output[0].code;
}
