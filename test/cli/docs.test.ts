import { describe, expect, it } from 'vitest';
import { docs, docsCommand } from '../../src/cli/commands/docs.ts';
import { codesOf } from '../../src/cli/docs/codes.ts';
import { plainText } from '../../src/cli/docs/plainText.ts';
import { readPages } from '../../src/cli/docs/readPages.ts';
import type { Io } from '../../src/cli/io.ts';
import { packageFolder } from '../../src/cli/packageFolder.ts';
import { openTerminal } from './terminal.ts';

async function typeDocs(words: string) {
  const terminal = openTerminal();
  const code = await terminal.type(`docs ${words}`.trim());
  return { code, out: terminal.out.join('\n'), err: terminal.err.join('\n') };
}

describe('hpp-checkout docs', () => {
  it('lists every page with its title', async () => {
    const { code, out } = await typeDocs('');
    expect(code).toBe(0);
    for (const { name, title } of readPages(packageFolder())) {
      expect(out).toContain(`  ${name} `);
      expect(out).toContain(title.replaceAll('**', ''));
    }
    expect(out).toMatch(/^ {2}troubleshooting +Troubleshooting$/m);
  });

  it('prints a page as plain text', async () => {
    const { code, out } = await typeDocs('server');
    expect(code).toBe(0);
    expect(out).toMatch(/^Your server\n===========\n/);
    expect(out).toContain("  import { createServer } from 'node:http';");
    expect(out).not.toMatch(/^```|\]\(|^\|/m);
  });

  it.each(['server.md', 'Server'])('takes %s for the page server', async (name) => {
    expect((await typeDocs(name)).out).toMatch(/^Your server/);
  });

  it('prints a part of a page, up to the next heading of its kind', async () => {
    const { out } = await typeDocs('server#behind-a-proxy');
    expect(out).toMatch(/^Behind a proxy\n/);
    expect(out).toContain('trustedProxies');
    expect(out).not.toContain('on another origin');
  });

  it('prints what an error code means and what to do, wherever it stands', async () => {
    const { out } = await typeDocs('rate_limited');
    expect(out).toContain('From your server');
    expect(out).toContain('GatewayError');
    expect(out.match(/^- /gm)?.length).toBeGreaterThan(3);
  });

  it('knows what the errors themselves name', async () => {
    expect((await typeDocs('troubleshooting#offline')).out).toContain('network');
    expect((await typeDocs('troubleshooting#gateway-timeout')).out).toContain('TimeoutError');
    expect((await typeDocs('gateway-timeout')).out).toContain('TimeoutError');
  });

  it.each([
    ['servr', 'Did you mean "server"'],
    ['signature_mismach', 'Did you mean "signature_mismatch"'],
    ['zzzzzzzz', '"hpp-checkout docs" lists the pages'],
    ['server#behind-a-prox', 'Did you mean "behind-a-proxy"'],
    ['server widget', 'expected no "widget"'],
  ])('refuses %s: %s', async (words, message) => {
    const { code, err } = await typeDocs(words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('gives Markdown where it is asked for', async () => {
    const { out } = await typeDocs('server --markdown');
    expect(out).toContain('```ts checkout.ts');
  });

  it('names the address where the docs stand on the web', async () => {
    const print = async (words: readonly string[]) => {
      const out: string[] = [];
      const io = { out: (line: string) => out.push(line), result() {} } as unknown as Io;
      await docsCommand('https://docs.example').run({ values: {}, positionals: words }, io);
      return out.join('\n');
    };
    expect(await print(['offline'])).toContain('https://docs.example/troubleshooting#offline');
    expect(await print([])).toContain('https://docs.example/');
    expect(docs.name).toBe('docs');
  });
});

describe('the pages', () => {
  const pages = readPages(packageFolder());

  it.each(pages.map((page) => [page.name, page] as const))(
    '%s keeps its words as plain text',
    (_name, page) => {
      const text = plainText(page.markdown);
      expect(text).not.toMatch(/^\|[-\s|]+\|$|^:::|^\s*```/m);
      expect(text.length).toBeGreaterThan(page.markdown.length / 2);
    },
  );

  it('have a place for every code that an error names', () => {
    const troubleshooting = pages.filter(({ name }) => name === 'troubleshooting').flatMap(codesOf);
    expect(troubleshooting.length).toBeGreaterThan(80);
  });
});
