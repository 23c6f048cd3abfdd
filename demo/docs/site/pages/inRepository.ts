import { fileURLToPath } from 'node:url';

/** The full path of a file that is named from the repository's root. */
export function inRepository(path: string): string {
  return fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
}
