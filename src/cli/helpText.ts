import type { Command } from './command.ts';

/** The list of commands. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Usage: hpp-checkout <command> [options]

Commands
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

"hpp-checkout help <command>" tells more. Exit codes: 0 done, 1 failed, 2 typed wrongly.`;
}

/** All that `--help` says of one command. */
export function helpOf({ help, json }: Command): string {
  return `${help}

Every command
  --env-file <file>  Read environment variables from it, as Node does: those that are set already stay
  --json             The result as one JSON document on standard output, the text for people on standard error.
                     ${json}
                     In case of an error: { error: { code, message } }
  --help             This text`;
}
