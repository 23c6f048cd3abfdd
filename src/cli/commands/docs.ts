import { DOCS_URL } from '../../help/docsUrl.ts';
import { atMostWords, type Command, flag } from '../command.ts';
import { findInDocs } from '../docs/findInDocs.ts';
import { inline, plainText } from '../docs/plainText.ts';
import { type Page, readPages } from '../docs/readPages.ts';
import type { Io } from '../io.ts';
import { packageFolder } from '../packageFolder.ts';
import { table } from '../table.ts';

/** Prints the docs that the package holds. @param docsUrl where they stand on the web, if they do. */
export function docsCommand(docsUrl: string | null): Command {
  const addressOf = (place: string) => (docsUrl === null ? null : `${docsUrl}/${place}`);
  return {
    name: 'docs',
    summary: 'Print a page of the docs, or what they say of an error code',
    help: `Usage: hpp-checkout docs [<page> | <page>#<heading> | <code>] [options]

  hpp-checkout docs                          Lists the pages
  hpp-checkout docs quickstart               Prints one
  hpp-checkout docs server#behind-a-proxy    Prints a part of one
  hpp-checkout docs signature_mismatch       Prints what an error code means, and what to do

The pages are those of the installed version, so they need no network.

Options
  --markdown   As Markdown, in place of plain text`,
    json: '{ pages: [{ name, title }] }, or { found: [{ place, address, markdown }] }; address is null without a site',
    options: { markdown: { type: 'boolean' } },
    async run(input, io) {
      atMostWords('docs', input, 1);
      const [asked] = input.positionals;
      const pages = readPages(packageFolder());
      if (asked === undefined) {
        list(pages, addressOf(''), io);
        return 0;
      }
      const found = findInDocs(asked, pages).map((each) => ({ ...each, address: addressOf(each.place) }));
      for (const { markdown, address } of found) {
        io.out(flag(input.values, 'markdown') ? markdown : plainText(markdown));
        io.out(address === null ? '' : `\n${address}\n`);
      }
      io.result({ found });
      return 0;
    },
  };
}

export const docs: Command = docsCommand(DOCS_URL);

function list(pages: readonly Page[], address: string | null, io: Io): void {
  const rows = table(pages.map(({ name, title }) => [`  ${name}`, inline(title)]));
  for (const [at, row] of rows.entries()) {
    const group = pages[at]?.group ?? '';
    if (group !== pages[at - 1]?.group) io.out(`${at === 0 ? '' : '\n'}${group}`);
    io.out(row);
  }
  io.out('\n"hpp-checkout docs <page>" prints one, "hpp-checkout docs <code>" what an error code means.');
  if (address !== null) io.out(address);
  io.result({ pages: pages.map(({ name, title }) => ({ name, title })) });
}
