import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../command.ts';

/** What a folder says of itself. */
export interface Project {
  readonly folder: string;
  /** Versions or ranges in package.json by package, development ones too; `null` where there is no package.json. */
  readonly packages: Readonly<Record<string, string>> | null;
  readonly isTypeScript: boolean;
  /** A `.js` file is an ES module here. */
  readonly isModule: boolean;
  /** By whose lock file is there. */
  readonly packageManager: PackageManager;
  readonly isGit: boolean;
  /** Node's own SQLite, or the package `libsql`. */
  readonly hasSqlite: boolean;
  has(path: string): boolean;
  /** `null` where there is no such file. */
  read(path: string): string | null;
}

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const LOCK_FILES: readonly [file: string, manager: PackageManager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/**
 * @param hasBuiltInSqlite whether this runtime has `node:sqlite`.
 * @throws CommandError when package.json cannot be read.
 */
export function readProject(folder: string, hasBuiltInSqlite: boolean): Project {
  const has = (path: string) => existsSync(join(folder, path));
  const read = (path: string) => (has(path) ? readText(folder, path) : null);
  const manifest = parseManifest(read('package.json'));
  const packages =
    manifest === null
      ? null
      : {
          ...textsOf(manifest.optionalDependencies),
          ...textsOf(manifest.devDependencies),
          ...textsOf(manifest.dependencies),
        };
  return {
    folder,
    packages,
    isTypeScript: has('tsconfig.json'),
    isModule: manifest?.type === 'module',
    packageManager: LOCK_FILES.find(([file]) => has(file))?.[1] ?? 'npm',
    isGit: isInGit(folder),
    hasSqlite: hasBuiltInSqlite || packages?.libsql !== undefined,
    has,
    read,
  };
}

function readText(folder: string, path: string): string {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

function parseManifest(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest))
      return manifest as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new CommandError(
    'package.json is not a JSON object, so the framework cannot be found. Mend it, or name one with --framework in another folder.',
  );
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function isInGit(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInGit(parent);
}
