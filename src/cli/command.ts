import { nearestName } from '../help/nearestName.ts';
import type { Io } from './io.ts';

/** One option as it is typed: `--<name>`, alone (`boolean`) or with a value behind it (`string`). */
export interface CommandOption {
  type: 'boolean' | 'string';
  short?: string;
  multiple?: boolean;
}

/** What was typed after the command's name. */
export interface Input {
  values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  positionals: readonly string[];
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** All of `--help`, but for the options that every command has. */
  readonly help: string;
  /** Shape of the document that it gives to `io.result`: `{ ok, findings: [{ name, state }] }`. */
  readonly json: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /**
   * Prints for people with `io.out`, and gives the same for machines to `io.result`, once.
   * @returns the exit code: 0 when all went well, 1 when it did not.
   */
  run(input: Input, io: Io): Promise<number>;
}

/** The command was typed wrongly: exit code 2. The message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that a person can mend went wrong: exit code 1, the message alone. `code` is for `--json`. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: string;

  constructor(message: string, code = 'failed') {
    super(message);
    this.code = code;
  }
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

/**
 * One of a few words. `what` says whose: `clock`, `--clock`.
 * @throws UsageError with the word that was probably meant.
 */
export function oneOf<Choice extends string>(
  what: string,
  typed: string | undefined,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === typed);
  if (found !== undefined) return found;
  const got = typed === undefined ? '' : `, got "${typed}"`;
  throw new UsageError(`${what}: expected one of ${choices.join(', ')}${got}.${didYouMean(typed, choices)}`);
}

/** @throws UsageError when more than `count` words stand behind the command. */
export function atMostWords(command: string, { positionals }: Input, count: number): void {
  const extra = positionals[count];
  if (extra !== undefined) throw new UsageError(`${command}: expected no "${extra}".`);
}

/** ` Did you mean "sandbox"?`, or nothing. */
export function didYouMean(typed: string | undefined, names: readonly string[], prefix = ''): string {
  const nearest = typed === undefined ? undefined : nearestName(typed, names);
  return nearest === undefined ? '' : ` Did you mean "${prefix}${nearest}"?`;
}
