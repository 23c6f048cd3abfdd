import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the docs, as it lies in the package. */
export interface Page {
  /** What is typed for it: `server`, `examples/react`. */
  name: string;
  /** The group that it stands in. */
  group: string;
  title: string;
  markdown: string;
}

/** The pages whose Markdown is no file of `demo/docs`. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  examples: 'demo/examples/README.md',
  security: 'SECURITY.md',
  changelog: 'CHANGELOG.md',
};

/** Every page, in reading order: `demo/docs/nav.json` has the same for the site. */
export function readPages(packageFolder: string): readonly Page[] {
  const read = (file: string) => readFileSync(join(packageFolder, file), 'utf8');
  const nav = JSON.parse(read('demo/docs/nav.json')) as Record<string, string[]>;
  return Object.entries(nav).flatMap(([group, names]) =>
    names.map((name) => {
      const markdown = read(fileOf(name));
      return { name, group, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown };
    }),
  );
}

function fileOf(name: string): string {
  if (name.startsWith('examples/')) return `demo/${name}/README.md`;
  return ELSEWHERE[name] ?? `demo/docs/${name}.md`;
}
