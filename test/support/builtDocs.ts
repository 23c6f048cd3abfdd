import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../demo/docs/.vitepress/dist', import.meta.url));

/** Where `npm run docs` has put the site. @throws Error when it has not run. */
export function docsFolder(): string {
  if (!existsSync(join(folder, 'llms-full.txt')))
    throw new Error('The docs are not built: run "npm run docs" first.');
  return folder;
}

/** A file of the built site, by its path in it. */
export function readDocs(path: string): string {
  return readFileSync(join(docsFolder(), path), 'utf8');
}

/** All files of the built site with such an ending, by their path in it. */
export function docsFiles(ending: string): readonly string[] {
  return readdirSync(docsFolder(), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(ending),
  );
}
