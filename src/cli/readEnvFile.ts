import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError } from './command.ts';
import type { Io } from './io.ts';

/**
 * Adds a file's variables to the environment. What is set already stays, as with `node --env-file`.
 * @throws CommandError when it cannot be read.
 */
export function readEnvFile(path: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): void {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    throw new CommandError(
      `The file of --env-file cannot be read: ${(error as Error).message}`,
      'no_env_file',
    );
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
}
