import { parseArgs } from 'node:util';
import { type Command, type CommandOption, didYouMean, type Input, UsageError } from './command.ts';

/** Options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  'env-file': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

/**
 * Reads what was typed behind a command's name.
 * @throws UsageError for an unknown option, with the nearest name; for a value that is missing, or that nobody expects.
 */
export function parseInput(command: Command, args: readonly string[]): Input {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'option' && !Object.hasOwn(options, token.name)) {
      const meant = didYouMean(token.name, Object.keys(options), '--');
      throw new UsageError(`${command.name}: there is no option ${token.rawName}.${meant}`);
    }
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${command.name}: ${(error as Error).message}`);
  }
}
