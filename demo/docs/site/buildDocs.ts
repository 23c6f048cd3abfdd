/*
 * `npm run docs`: the docs as static files in `demo/.build/docs`, which the demo serves under `/docs`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { apiPages } from './apiPages.ts';
import { renderDocs } from './renderDocs.ts';

const out = fileURLToPath(new URL('../../.build/docs', import.meta.url));
const search = fileURLToPath(new URL('search.ts', import.meta.url));

const site = renderDocs(await apiPages());
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
console.log(`${[...site.keys()].filter((path) => path.endsWith('.html')).length} pages in demo/.build/docs`);
