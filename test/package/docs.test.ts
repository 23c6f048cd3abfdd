import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENTRIES } from '../../demo/docs/.vitepress/generate/entries.ts';
import { undocumentedExports } from '../../demo/docs/.vitepress/generate/undocumentedExports.ts';
import { pagesOf, readGroups } from '../../demo/docs/.vitepress/pages.ts';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import { docsFiles, readDocs } from '../support/builtDocs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The words of a union type, as its source has them. */
function wordsOf(path: string, type: string): string[] {
  const body = new RegExp(`type ${type} =([\\s\\S]*?);\\n`).exec(read(path))?.[1];
  const words = [...(body ?? '').replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/'(\w+)'/g)].map(
    ([, word = '']) => word,
  );
  if (words.length === 0) throw new Error(`${path} has no union ${type}.`);
  return words;
}

/** `code = '…'` of every class in a folder or file. */
function codesIn(...paths: string[]): string[] {
  return paths.flatMap((path) =>
    [...read(path).matchAll(/readonly code(?:: string)? = '(\w+)'/g)].map(([, code = '']) => code),
  );
}

/** The part of Troubleshooting below a heading. */
function part(heading: string): string {
  const text = read('demo/docs/troubleshooting.md')
    .split(/^## /m)
    .find((section) => section.startsWith(heading));
  if (text === undefined) throw new Error(`Troubleshooting has no part "${heading}".`);
  return text;
}
const told = (text: string) => [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, code = '']) => code);
const sorted = (codes: readonly string[]) => [...new Set(codes)].sort();

describe('Troubleshooting has a line for every code, and none for codes that are gone', () => {
  const errors = 'src/gateway/errors';
  const CODES: readonly [heading: string, codes: string[]][] = [
    ['In the browser', wordsOf('src/checkout/checkoutError.ts', 'CheckoutErrorCode')],
    ['From your server', wordsOf('src/protocol/page/problem.ts', 'ProblemCode')],
    [
      'On your server: `GatewayError`',
      codesIn(
        ...readdirSync(join(root, errors))
          .filter((name) => name !== 'notificationErrors.ts')
          .map((name) => `${errors}/${name}`),
      ),
    ],
    ['On your server: `NotificationError`', codesIn(`${errors}/notificationErrors.ts`)],
    [
      'On your server: others',
      [
        ...wordsOf('src/merchant/store/storeError.ts', 'StoreErrorCode'),
        ...codesIn('src/protocol/gateway/profileError.ts', 'src/merchant/configError.ts'),
      ],
    ],
    ['From the gateway', wordsOf('src/protocol/gateway/profile.ts', 'ErrorCode')],
  ];
  for (const [heading, codes] of CODES) {
    it(heading, () => {
      expect(sorted(told(part(heading)))).toEqual(sorted(codes));
    });
  }

  it('each code has a heading on the site, with the id that its error names', () => {
    const html = readDocs('troubleshooting.html');
    const ids = new Set([...html.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id));
    const [browser = [], problem = [], gateway = [], notification = [], , operator = []] = CODES.map(
      ([, codes]) => codes,
    );
    const prefixed = (prefix: string, codes: readonly string[]) => codes.map((code) => `${prefix}-${code}`);
    const wanted = [
      ...browser,
      ...prefixed('problem', problem),
      ...prefixed('gateway', gateway),
      ...prefixed('notification', notification),
      ...prefixed('operator', operator),
      ...prefixed('store', wordsOf('src/merchant/store/storeError.ts', 'StoreErrorCode')),
      ...prefixed('profile', codesIn('src/protocol/gateway/profileError.ts')),
      ...prefixed('config', codesIn('src/merchant/configError.ts')),
      ...prefixed('doctor', wordsOf('src/cli/doctor/check.ts', 'FindingCode')),
      ...prefixed('refused', wordsOf('src/widget/diagnose/explanation.ts', 'RefusedCode')),
      ...prefixed('diagnose', wordsOf('src/widget/diagnose/finding.ts', 'FindingCode')),
    ];
    expect(wanted.length).toBeGreaterThan(80);
    expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
    for (const code of browser) {
      expect(new CheckoutError(code as 'offline', '').docs).toBe(`troubleshooting#${code}`);
    }
  });

  it('What `doctor` finds', () => {
    expect(sorted(told(part('What `doctor` finds')))).toEqual(
      sorted(wordsOf('src/cli/doctor/check.ts', 'FindingCode')),
    );
  });

  it('When a session is refused', () => {
    expect(sorted(told(part('When a session is refused')))).toEqual(
      sorted(wordsOf('src/widget/diagnose/explanation.ts', 'RefusedCode')),
    );
  });

  it('What `diagnose()` finds', () => {
    expect(sorted(told(part('What `diagnose()` finds')))).toEqual(
      sorted(wordsOf('src/widget/diagnose/finding.ts', 'FindingCode')),
    );
  });

  it('Operations tells every alert, what it means and what to do', () => {
    const table = read('demo/docs/operations.md');
    expect(table.match(/^\| `\w+` \| [^|]+ \| [^|]+ \|$/gm)?.length).toBe(told(table).length);
    expect(sorted(told(table))).toEqual(sorted(wordsOf('src/merchant/observe/events.ts', 'AlertType')));
  });
});

describe('links of the papers', () => {
  it.each([
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'demo/examples/python/README.md',
    'src/protocol/gateway/FACTS.md',
    'src/merchant/FACTS.md',
    'test/fault/FAULTS.md',
  ])('%s leads to files that exist', (paper) => {
    const targets = [...read(paper).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
      join(root, dirname(paper), path),
    );
    expect(targets.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('guides tell what the sources have', () => {
  it('every option of the widget is in the table', () => {
    const options = /interface CheckoutOptions[\s\S]*?^}/m.exec(read('src/widget/options.ts'))?.[0] ?? '';
    const names = [...options.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name = '']) => name);
    const guide = read('demo/docs/widget.md').split('## Options')[1]?.split('\n## ')[0] ?? '';
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it('every timeout of the widget is named', () => {
    const timeouts =
      /interface CheckoutTimeouts[\s\S]*?^}/m.exec(read('src/checkout/settings.ts'))?.[0] ?? '';
    const guide = read('demo/docs/widget.md');
    const missing = [...timeouts.matchAll(/^ {2}(\w+):/gm)].filter(
      ([, name = '']) => !guide.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });

  it('custom properties are the same in the styles and in Looks and languages', () => {
    const inGuide = read('demo/docs/theming.md').match(/--hpp-[\w-]+/g) ?? [];
    const files = ['view/styles.ts', 'view/shellStyles.ts', 'widget/button.ts'];
    const inStyles = files.flatMap((file) => read(`src/${file}`).match(/--hpp-[\w-]+/g) ?? []);
    // What `avoidKeyboard.ts` measures is no shop's to set.
    const own = inStyles.filter((name) => !['--hpp-above', '--hpp-below'].includes(name));
    expect(sorted(inGuide)).toEqual(sorted(own));
  });

  it('every event of the widget has its name in the DOM as documented', () => {
    const events = /interface CheckoutEvents[\s\S]*?^}/m.exec(read('src/widget/options.ts'))?.[0] ?? '';
    const names = [...events.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
    const guide = read('demo/docs/widget.md');
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it('every fault, trigger and word of UDF.sandbox that the guide names exists', () => {
    const guide = read('demo/docs/sandbox.md');
    const actions = [...read('src/sandbox/faults/fault.ts').matchAll(/do: '(\w+)'/g)].map(
      ([, name = '']) => name,
    );
    for (const [, name = ''] of guide.matchAll(/do: '(\w+)'/g)) expect(actions).toContain(name);
    const behaviour = read('src/sandbox/notify/notificationBehaviour.ts');
    for (const word of ['duplicate', 'reorder', 'late', 'drop', 'tamper']) {
      expect(guide).toContain(word);
      expect(behaviour).toContain(word);
    }
  });
});

describe('the site', () => {
  const pages = pagesOf(readGroups());
  const html = docsFiles('.html');
  /** Every id of a page, or nothing for a page that is not there. */
  const idsOf = (path: string) =>
    new Set([...readDocs(path).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));

  it('has every guide', () => {
    const guides = readdirSync(join(root, 'demo/docs')).filter((name) => name.endsWith('.md'));
    const listed = pages.map(({ file }) => file);
    expect(guides.filter((name) => !listed.includes(`demo/docs/${name}`))).toEqual([]);
    expect(pages.filter(({ name }) => !html.includes(`${name}.html`))).toEqual([]);
  });

  it('has a page for each entry with code and types', () => {
    const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> };
    // `./types/…` only teach a framework's type checker the element.
    const typed = Object.entries(exports).filter(
      ([, target]) => typeof target === 'object' && target !== null && 'default' in target,
    );
    expect(sorted(ENTRIES.map(({ name }) => name))).toEqual(
      sorted(typed.map(([path]) => path.replace('.', 'hpp-checkout'))),
    );
    const names = pages.map(({ name }) => name);
    for (const { name } of ENTRIES) expect(names).toContain(`api/${name}`);
  });

  it('documents every export', async () => {
    expect(await undocumentedExports()).toEqual([]);
  });

  // VitePress refuses to build a link to a page that is not there. It does not look for the anchor.
  it('has no link or anchor that leads nowhere', () => {
    const ids = new Map(html.map((path) => [path, idsOf(path)]));
    const broken = html.flatMap((path) => {
      const here = new URL(`http://docs/docs/${path.replace(/(index)?\.html$/, '')}`);
      return [...readDocs(path).matchAll(/<a [^>]*?href="([^"]+)"/g)].flatMap(([, href = '']) => {
        const { host, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), here);
        if (host !== 'docs' || !pathname.startsWith('/docs/') || pathname.endsWith('.json')) return [];
        const target = `${pathname.slice('/docs/'.length).replace(/(^|\/)$/, '$1index')}.html`;
        const found = ids.get(target);
        return found !== undefined && (hash === '' || found.has(decodeURIComponent(hash.slice(1))))
          ? []
          : [`${path}: ${href}`];
      });
    });
    expect(broken).toEqual([]);
  });

  it('gives each page as Markdown, with links that hold there', () => {
    const texts = docsFiles('.md');
    expect(sorted(texts)).toEqual(sorted(pages.map(({ name }) => `${name}.md`)));
    const broken = texts.flatMap((path) =>
      [...readDocs(path).matchAll(/\]\((\.[^)#]+)/g)].filter(
        ([, target = '']) => !docsFiles('').includes(posix.join(posix.dirname(path), target)),
      ),
    );
    expect(broken).toEqual([]);
  });

  it('lists every page for language models, in the order of the site, and has all of them in one file', () => {
    const links = [...readDocs('llms.txt').matchAll(/^- \[.+?\]\(\.\/(.+?)\): \S/gm)].map(([, path]) => path);
    expect(links).toEqual(pages.map(({ name }) => `${name}.md`));
    const whole = readDocs('llms-full.txt');
    for (const { name } of pages) expect(whole).toContain(`<!-- ${name}.md -->`);
  });

  it('asks for nothing from elsewhere, and has neither a style attribute nor a handler in its HTML', () => {
    for (const path of html) {
      const text = readDocs(path);
      expect([
        path,
        ...text.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?\/\/[^"]*"/g),
      ]).toEqual([path]);
      expect([path, ...text.matchAll(/<[a-z]+ [^>]*?\s(?:style|on[a-z]+)="[^"]*"/g)]).toEqual([path]);
    }
  });
});
