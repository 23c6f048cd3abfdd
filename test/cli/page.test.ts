import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';

const page = join(process.cwd(), 'demo/docs/cli.md');
const END_OF_HEAD = /<!-- Below: .* -->\n/;

const section = ({ name, summary, help, json }: Command) => `
## ${name}

${summary}.

\`\`\`text
${help}
\`\`\`

With \`--json\`: \`${json}\`
`;

it('the page on the command line has the help of every command, as the command prints it', async () => {
  const text = readFileSync(page, 'utf8');
  const end = END_OF_HEAD.exec(text);
  expect(end).not.toBeNull();
  const head = text.slice(0, (end?.index ?? 0) + (end?.[0].length ?? 0));
  // `vitest -u` writes it anew.
  await expect(head + COMMANDS.map(section).join('')).toMatchFileSnapshot(page);
});
