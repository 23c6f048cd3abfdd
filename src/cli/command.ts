import type { ParseArgsConfig } from 'node:util';
import type { Io } from './io.ts';

/** What was typed after the command's name. */
export interface Input {
  values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  positionals: readonly string[];
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** All of `--help`. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** @returns the exit code: 0 when all went well, 1 when it did not. */
  run(input: Input, io: Io): Promise<number>;
}

/** The command was typed wrongly: exit code 2. The message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that a person can mend went wrong: exit code 1, the message alone. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** An option's text, or `undefined`. */
export function text(values: Input['values'], name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag(values: Input['values'], name: string): boolean {
  return values[name] === true;
}

/** @throws UsageError when the option is no whole number in the range. */
export function whole(values: Input['values'], name: string, min: number, max: number): number | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^-?\d+$/.test(value) || number < min || number > max) {
    throw new UsageError(`--${name}: expected a whole number from ${min} to ${max}, got "${value}".`);
  }
  return number;
}
