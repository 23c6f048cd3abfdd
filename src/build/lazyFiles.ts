import { basename, relative } from 'node:path';
import type { Plugin } from 'vite';
import { fromRoot } from './fromRoot.ts';
import { integrityOf, scriptFile } from './scriptFiles.ts';

/** The environments of the script tag, which has no bundler. */
const SCRIPTS = ['diagnose', 'resume', 'extras', 'dialog', 'frame', 'script'];

/**
 * `import { load } from './file.ts?lazy'`: loads the module when `load` is called. One source for two builds: the npm
 * build leaves it to the bundler of the page, by `import()`; in the script tag's build the module is a file of its own,
 * and whoever loads it has its name and hash built in.
 */
export function lazyFiles(): Plugin {
  return {
    name: 'lazy-files',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('?lazy')) return null;
      const file = await this.resolve(source.slice(0, -'?lazy'.length), importer, { skipSelf: true });
      return file ? `\0lazy:${relative(fromRoot('.'), file.id)}/loader.js` : null;
    },
    load(id) {
      if (!id.startsWith('\0lazy:')) return null;
      const path = id.slice('\0lazy:'.length, -'/loader.js'.length);
      if (!SCRIPTS.includes(this.environment.name))
        return `export const load = () => import(${JSON.stringify(fromRoot(path))});`;
      const file = scriptFile(basename(path, '.ts'));
      return `export const load = (loadFile) => loadFile(${JSON.stringify(file)}, ${JSON.stringify(integrityOf(`dist/${file}`))});`;
    },
  };
}
