import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A fenced block of a page: a fence that says `ts checkout.ts` has the language `ts` and the file `checkout.ts`. */
export interface Sample {
  /** `demo/docs/server.md`. */
  page: string;
  /** Of the block's first line. */
  line: number;
  language: string;
  file: string | null;
  text: string;
}

const guides = readdirSync(join(root, 'demo/docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `demo/docs/${name}`);

const examples = readdirSync(join(root, 'demo/examples'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(\w+\/)?README\.md$/.test(name))
  .map((name) => `demo/examples/${name}`);

export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...examples,
  ...guides,
];

/** Every fenced block of every page. @throws Error for a block that is indented, or never closed. */
export function extractSamples(): readonly Sample[] {
  return PAGES.flatMap((page) => {
    const samples: Sample[] = [];
    let open: (Sample & { lines: string[] }) | null = null;
    for (const [index, line] of readFileSync(join(root, page), 'utf8').split('\n').entries()) {
      if (/^\s+```/.test(line))
        throw new Error(`${page}:${index + 1}: the fence is indented; it would not be checked.`);
      if (!line.startsWith('```')) {
        open?.lines.push(line);
        continue;
      }
      if (open === null) {
        const [language = '', file] = line.slice(3).trim().split(' ');
        open = { page, line: index + 1, language, file: file ?? null, text: '', lines: [] };
      } else {
        const { lines, ...sample } = open;
        samples.push({ ...sample, text: lines.join('\n') });
        open = null;
      }
    }
    if (open !== null) throw new Error(`${page}:${open.line}: the block is never closed.`);
    return samples;
  });
}
