/*
 * `npm run docs`: the docs as static files in `demo/.build/docs`, which the demo serves under `/docs`.
 */
import { fileURLToPath } from 'node:url';
import { apiPages } from './pages/apiPages.ts';
import { renderDocs } from './render/renderDocs.ts';
import { writeDocs } from './writeDocs.ts';

const site = renderDocs(await apiPages());
await writeDocs(site, fileURLToPath(new URL('../../.build/docs', import.meta.url)));
console.log(`${[...site.keys()].filter((path) => path.endsWith('.html')).length} pages in demo/.build/docs`);
