import type { EnvironmentOptions } from 'vite';
import { BROWSERS } from './browsers.ts';
import { fromRoot } from './fromRoot.ts';
import { pageGlobals } from './pageGlobals.ts';

/** Packages and Node's own modules are imported by who uses the built file, never bundled into it. */
const external = [/^node:/, /^[a-z@][^:]*$/i];

/** What server entries share, in two files in place of nine: each one more is a millisecond of every cold start. */
const SERVER_CHUNKS = [
  { name: 'gateway', test: /src[\\/](gateway|protocol)[\\/]/ },
  { name: 'merchant', test: /src[\\/]merchant[\\/]/, minShareCount: 2 },
];

/** An environment that builds entries of the npm package as ES modules, which share what they have in common. */
export function modules(consumer: 'client' | 'server', entries: Record<string, string>): EnvironmentOptions {
  return {
    consumer,
    ...(consumer === 'client' ? { define: pageGlobals('globalThis') } : {}),
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      target: consumer === 'client' ? BROWSERS : 'node20',
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, fromRoot(path)])),
        formats: ['es'],
        fileName: (_format, name) => `${name}.js`,
      },
      rolldownOptions: {
        external,
        output: {
          chunkFileNames: '[name]-[hash].js',
          ...(consumer === 'server' ? { codeSplitting: { groups: SERVER_CHUNKS } } : {}),
        },
      },
    },
  };
}
