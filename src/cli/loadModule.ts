import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from './command.ts';

type Module = Record<string, unknown>;

/**
 * Loads a module of the project, JavaScript or TypeScript.
 * @throws CommandError when there is no such file, it cannot be loaded, or this Node reads no TypeScript by itself.
 */
export async function loadModule(path: string, cwd: string): Promise<Module> {
  const file = resolve(cwd, path);
  if (!existsSync(file))
    throw new CommandError(`The module "${path}" is missing: there is no ${file}.`, 'no_module');
  const url = pathToFileURL(file).href;
  try {
    if (!/\.[cm]?tsx?$/.test(file)) return await import(/* @vite-ignore */ url);
    return await loadTypeScript(file, url);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `The module "${path}" cannot be loaded: ${(error as Error).message}`,
      'module_fails',
    );
  }
}

/** By tsx, where the project has it: it knows the project's tsconfig. Else by Node's own type stripping. */
async function loadTypeScript(file: string, url: string): Promise<Module> {
  const tsx = resolveTsx(file);
  if (tsx !== null) {
    // What `node --import tsx` loads; from here on the process reads TypeScript.
    await import(/* @vite-ignore */ pathToFileURL(tsx).href);
    return await import(/* @vite-ignore */ url);
  }
  // https://nodejs.org/api/process.html#processfeaturestypescript
  const features = process.features as { typescript?: string | false };
  if (features.typescript) return await import(/* @vite-ignore */ url);
  throw new CommandError(
    `Node ${process.versions.node} reads no TypeScript by itself. Run "npm install --save-dev tsx" in the project, ` +
      'or take Node 22.18 or newer, or name the compiled .js file.',
    'no_typescript',
  );
}

function resolveTsx(file: string): string | null {
  try {
    return createRequire(file).resolve('tsx');
  } catch {
    return null; // the project does not have it
  }
}
