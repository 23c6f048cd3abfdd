import { relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { BROWSERS } from './browsers.ts';
import { fromRoot } from './fromRoot.ts';

/**
 * `import { script } from './file.ts?script'`: the file and all it imports as the text of one minified classic script.
 * For pages that our servers render: such a page has no bundler, and its policy allows one inline script.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('?script')) return null;
      const file = await this.resolve(source.slice(0, -'?script'.length), importer, { skipSelf: true });
      // Relative, since the id stands in the built file, and must not hold this machine's folders.
      return file ? `\0script:${relative(fromRoot('.'), file.id)}.js` : null;
    },
    async load(id) {
      if (!id.startsWith('\0script:')) return null;
      const entry = fromRoot(id.slice('\0script:'.length, -'.js'.length));
      const result = await build({
        configFile: false,
        logLevel: 'error',
        build: {
          write: false,
          minify: true,
          target: BROWSERS,
          lib: { entry, formats: ['iife'], name: 'page', fileName: () => 'page.js' },
        },
      });
      const output = (Array.isArray(result) ? result[0] : result) as { output: { code: string }[] };
      this.addWatchFile(entry);
      return `export const script = ${JSON.stringify(output.output[0]?.code)};`;
    },
  };
}
