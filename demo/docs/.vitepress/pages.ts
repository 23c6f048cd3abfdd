import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A page of the site. */
export interface Page {
  /** `server`, `examples/html`: its address below the site's base, without an ending. */
  name: string;
  /** Its Markdown, from the repository's root. */
  file: string;
}

export interface Group {
  title: string;
  pages: readonly Page[];
}

/** Pages that are written before the site is built. They stand at the site's top, as those of `demo/docs` do. */
export const GENERATED = 'demo/docs/generated';

const DOCS = 'demo/docs';

/** Pages whose Markdown lies beside what it tells of. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  examples: 'demo/examples/README.md',
  security: 'SECURITY.md',
  changelog: 'CHANGELOG.md',
};

/** The full path of a file that is named from the repository's root. */
export function inRepository(file: string): string {
  return fileURLToPath(new URL(`../../../${file}`, import.meta.url));
}

export function read(file: string): string {
  return readFileSync(inRepository(file), 'utf8');
}

/** All groups and pages in reading order, as `nav.json` has them. The pages that are made from the sources end the reference. */
export function readGroups(): readonly Group[] {
  const nav = JSON.parse(read(`${DOCS}/nav.json`)) as Record<string, string[]>;
  return Object.entries(nav).map(([title, names]) => {
    const pages = names.map((name) => ({ name, file: fileOf(name) }));
    return { title, pages: title === 'Reference' ? [...pages, ...generatedPages()] : pages };
  });
}

export function pagesOf(groups: readonly Group[]): readonly Page[] {
  return groups.flatMap((group) => group.pages);
}

/** Where VitePress finds the page's Markdown, from the repository's root. */
export function placeOf({ name, file }: Page): string {
  return posix.dirname(file) === DOCS ? file : `${GENERATED}/${name}.md`;
}

/** @throws Error when the file does not begin with its title. */
export function titleOf({ file }: Page): string {
  const title = /^# (.+)$/m.exec(read(file))?.[1];
  if (title === undefined) throw new Error(`${file} has no title: its first line should be "# Title".`);
  return title.replace(/[`*\\]/g, '');
}

/** The first paragraph of a page without its marks, in one line. */
export function summaryOf({ file }: Page): string {
  const paragraphs = read(file)
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split(/\n{2,}/);
  const first = paragraphs.find((paragraph) => /^[\p{L}*`[\d]/u.test(paragraph)) ?? '';
  return first
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function fileOf(name: string): string {
  const example = /^examples\/(.+)$/.exec(name)?.[1];
  if (example !== undefined) return `demo/examples/${example}/README.md`;
  return ELSEWHERE[name] ?? `${DOCS}/${name}.md`;
}

/** The page that lists the package's entries, and the page of each. */
function generatedPages(): Page[] {
  const folder = inRepository(`${GENERATED}/api`);
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const names = entries
    .filter((name) => name.endsWith('.md'))
    .map((name) => `api/${name.slice(0, -'.md'.length)}`);
  return ['api', ...names.sort()].map((name) => ({ name, file: `${GENERATED}/${name}.md` }));
}
