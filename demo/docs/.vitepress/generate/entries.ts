import { posix } from 'node:path';
import { read } from '../pages.ts';

/** What `import … from` names, and where its source is. */
export interface Entry {
  /** `hpp-checkout/server/node` */
  name: string;
  /** From the repository's root. */
  file: string;
  /** As TypeDoc calls it: the file from `src`, without its ending. */
  module: string;
}

interface TsConfig {
  compilerOptions: { paths: Readonly<Record<string, readonly [string]>> };
}

/** Every entry with types, by the names that the compiler knows them by. */
export const ENTRIES: readonly Entry[] = Object.entries(
  (JSON.parse(read('tsconfig.json')) as TsConfig).compilerOptions.paths,
).map(([name, [path]]) => ({
  name,
  file: posix.normalize(path),
  module: posix.normalize(path).replace(/^src\/|(\/index)?\.ts$/g, ''),
}));
