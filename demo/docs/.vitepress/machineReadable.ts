import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteLinks } from './links.ts';
import { type Group, pagesOf, read, summaryOf, titleOf } from './pages.ts';

/** What the site says of itself at the top of `llms.txt` (https://llmstxt.org). */
const ABOUT = `# hpp-checkout

> Take card payments through a gateway's hosted payment page: a browser widget, a handler for the shop's server, a
> client of the gateway, a sandbox gateway and a command line. TypeScript, Node 20.19 or newer.
`;

/** Writes each page as Markdown beside its HTML, their list as `llms.txt`, and all of them in one as `llms-full.txt`. */
export function writeMachineReadable(groups: readonly Group[], out: string): void {
  const pages = pagesOf(groups);
  const texts = pages.map((page) => siteLinks(read(page.file), page, pages));
  for (const [index, { name }] of pages.entries()) {
    const file = join(out, `${name}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, texts[index] ?? '');
  }
  const lists = groups.map(({ title, pages: own }) => {
    const lines = own.map((page) => `- [${titleOf(page)}](./${page.name}.md): ${summaryOf(page)}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  writeFileSync(join(out, 'llms.txt'), [ABOUT, ...lists].join('\n'));
  const sections = pages.map(({ name }, index) => `<!-- ${name}.md -->\n\n${texts[index]?.trim()}\n`);
  writeFileSync(join(out, 'llms-full.txt'), [ABOUT, ...sections].join('\n'));
}
