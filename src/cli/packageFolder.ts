import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's own folder, with a slash at its end: the nearest one above this file that has a `package.json`. */
export function packageFolder(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return fileURLToPath(folder);
}
