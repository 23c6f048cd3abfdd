import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The absolute path of a file that is named from the repository's root. */
export const fromRoot = (path: string): string => join(root, path);
