import { type Command, CommandError, didYouMean, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { helpOf, overview } from './helpText.ts';
import type { Io, ProcessIo } from './io.ts';
import { parseInput } from './parseInput.ts';
import { readEnvFile } from './readEnvFile.ts';

/** Runs one command line and returns the exit code. Never throws. */
export async function run(args: readonly string[], process: ProcessIo): Promise<number> {
  // Looked for before anything is parsed, so that a line that cannot be parsed is answered in JSON too.
  const io = args.includes('--json') ? forMachines(process) : forPeople(process);
  const name = args[0];
  try {
    const exitCode = await dispatch(args, io);
    io.result({ ok: exitCode === 0 });
    return exitCode;
  } catch (error) {
    const { code, message } = describe(error);
    io.result({ error: { code, message } });
    io.err(message);
    if (!(error instanceof UsageError)) return 1;
    io.err(`hpp-checkout ${COMMANDS.some((each) => each.name === name) ? `${name} ` : ''}--help tells more.`);
    return 2;
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args.filter((word, at) => at > 0 || word !== '--json');
  switch (name) {
    case undefined:
      throw new UsageError(`Expected a command.\n\n${overview(COMMANDS)}\n`);
    case '--version':
    case '-v':
      io.out(__VERSION__);
      io.result({ version: __VERSION__ });
      return 0;
    case '--help':
    case '-h':
    case 'help':
      return tell(
        rest.find((word) => !word.startsWith('-')),
        io,
      );
  }
  const command = find(name);
  const input = parseInput(command, rest);
  if (input.values.help === true) return tell(name, io);
  if (typeof input.values['env-file'] === 'string') readEnvFile(input.values['env-file'], io);
  return await command.run(input, io);
}

function tell(name: string | undefined, io: Io): number {
  const help = name === undefined ? overview(COMMANDS) : helpOf(find(name));
  io.out(help);
  io.result({ help });
  return 0;
}

function find(name: string): Command {
  const names = COMMANDS.map((each) => each.name);
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return command;
  throw new UsageError(
    `There is no command "${name}".${didYouMean(name, names)} Commands: ${names.join(', ')}.`,
  );
}

const forPeople = (process: ProcessIo): Io => ({ ...process, result() {} });

/** Only the first result is printed: it is one document. */
function forMachines(process: ProcessIo): Io {
  let isPrinted = false;
  return {
    ...process,
    out: (line) => process.err(line),
    result(document) {
      if (!isPrinted) process.out(JSON.stringify(document, null, 2));
      isPrinted = true;
    },
  };
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof UsageError) return { code: 'usage', message: error.message };
  if (error instanceof CommandError) return { code: error.code, message: error.message };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'unforeseen', message: `An unforeseen error happened: ${text}` };
}
