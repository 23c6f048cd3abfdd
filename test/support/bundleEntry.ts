import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { lazyFiles } from '../../src/build/lazyFiles.ts';

/**
 * A page's own module with our sources and packages from npm in it, built for production: one script's text.
 *
 * @param folder whose `node_modules` has the packages.
 */
export async function bundleEntry(folder: string, text: string): Promise<string> {
  const file = join(folder, 'entry.js');
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    define: { __VERSION__: '"test"', 'process.env.NODE_ENV': '"production"' },
    plugins: [
      lazyFiles(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'virtual:entry' ? file : null),
        load: (id) => (id === file ? text : null),
      },
    ],
    // Vite would take the test runner's NODE_ENV for a build of development.
    resolve: { dedupe: ['react', 'react-dom'], conditions: ['module', 'browser', 'production'] },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'virtual:entry', output: { codeSplitting: false, format: 'es' } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput;
  return output[0].code;
}
