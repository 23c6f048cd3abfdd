import { parseArgs } from 'node:util';
import { type Command, CommandError, UsageError } from './command.ts';
import { clock } from './commands/clock.ts';
import { doctor } from './commands/doctor.ts';
import { reconcile } from './commands/reconcile.ts';
import { replay } from './commands/replay.ts';
import { resend } from './commands/resend.ts';
import { reset } from './commands/reset.ts';
import { sandbox } from './commands/sandbox.ts';
import { trigger } from './commands/trigger.ts';
import type { Io } from './io.ts';

const COMMANDS: readonly Command[] = [sandbox, doctor, reconcile, replay, trigger, resend, clock, reset];

const HELP = `Usage: hpp-checkout <command> [options]

Commands
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(9)} ${summary}`).join('\n')}

hpp-checkout <command> --help tells more. Exit codes: 0 done, 1 failed, 2 typed wrongly.`;

/** Runs one command line and returns the exit code. Never throws. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.out(HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    io.out(__VERSION__);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    io.err(`There is no command "${name}". Commands: ${COMMANDS.map((each) => each.name).join(', ')}.`);
    return 2;
  }
  try {
    const { values, positionals } = parse(command, rest);
    if (values.help === true) {
      io.out(command.help);
      return 0;
    }
    return await command.run({ values, positionals }, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`${error.message}\nhpp-checkout ${name} --help tells more.`);
      return 2;
    }
    io.err(error instanceof CommandError ? error.message : unforeseen(error));
    return 1;
  }
}

function parse(command: Command, args: readonly string[]) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    return parseArgs({ args: [...args], options: { ...command.options, help }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function unforeseen(error: unknown): string {
  return `An unforeseen error happened: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
