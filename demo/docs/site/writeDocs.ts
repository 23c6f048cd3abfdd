import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const search = fileURLToPath(new URL('search/search.ts', import.meta.url));

/** Writes the pages and the script of the search into a folder, in place of what was there. */
export async function writeDocs(site: ReadonlyMap<string, string>, out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  for (const [path, content] of site) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), content);
  }
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: search, formats: ['es'], fileName: () => 'search.js' },
    },
  });
}
