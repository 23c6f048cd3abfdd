import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../pages.ts';

const INTRODUCTION = `# Command line

What \`npx hpp-checkout\` can do: a sandbox gateway, a check of your installation, and the tools to set right what went wrong.
Each command tells the same with \`--help\`.
`;

/** Writes the page of the command line from what the built command says of itself. */
export function writeCli(folder: string): void {
  const overview = help();
  const commands = [...overview.matchAll(/^ {2}([a-z]+) +\S/gm)].map(([, name = '']) => name);
  const sections = [block(overview), ...commands.map((name) => `## \`${name}\`\n\n${block(help(name))}`)];
  writeFileSync(join(folder, 'cli.md'), [INTRODUCTION, ...sections].join('\n'));
}

function help(...command: string[]): string {
  return execFileSync(process.execPath, [inRepository('dist/cli.js'), ...command, '--help'], {
    encoding: 'utf8',
  });
}

const block = (text: string) => `\`\`\`text\n${text.trim()}\n\`\`\`\n`;
