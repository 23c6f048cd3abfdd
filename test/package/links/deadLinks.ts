import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { codesOf } from '../../../src/cli/docs/codes.ts';
import { headingsOf } from '../../../src/cli/docs/headings.ts';

/**
 * The links of Markdown files in a folder that lead to no file of it, or to no heading or code of that file; as
 * `paper: link`. A full address is not looked at.
 */
export function deadLinks(folder: string, papers: readonly string[]): string[] {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const anchorsOf = (path: string) => {
    const page = { name: path, group: '', title: '', markdown: read(path) };
    return [...headingsOf(page.markdown), ...codesOf(page)].map(({ id }) => id);
  };
  return papers.flatMap((paper) => {
    // What stands in a block of code is no link.
    const text = read(paper).replace(/^```[\s\S]*?^```/gm, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const dead = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? paper : posix.join(posix.dirname(paper), path);
      if (target.startsWith('..') || !existsSync(join(folder, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    });
    return dead.map((link) => `${paper}: ${link}`);
  });
}
