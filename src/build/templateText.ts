import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { blankSourceFile } from 'ts-blank-space';
import ts from 'typescript';
import type { Plugin } from 'vite';
import { fromRoot } from './fromRoot.ts';

/**
 * `import { template } from './server.ts?template'`: the file's text, as it stands for a project in TypeScript, and without
 * its types for one in JavaScript. For the files that `hpp-checkout init` writes.
 */
export function templateText(): Plugin {
  return {
    name: 'template-text',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('?template')) return null;
      const file = await this.resolve(source.slice(0, -'?template'.length), importer, { skipSelf: true });
      // Relative, since the id stands in the built file, and must not hold this machine's folders.
      return file ? `\0template:${relative(fromRoot('.'), file.id)}.js` : null;
    },
    load(id) {
      if (!id.startsWith('\0template:')) return null;
      const path = fromRoot(id.slice('\0template:'.length, -'.js'.length));
      const text = readFileSync(path, 'utf8');
      this.addWatchFile(path);
      return `export const template = ${JSON.stringify({ ts: text, js: withoutTypes(path, text) })};`;
    },
  };
}

/** The same program in JavaScript, as somebody would have written it. */
export function withoutTypes(path: string, text: string): string {
  if (path.endsWith('.svelte')) return text.replace('<script lang="ts">', '<script>');
  if (!/\.tsx?$/.test(path)) return text;
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  // Blanks stand where types stood. https://github.com/bloomberg/ts-blank-space
  const blanked = blankSourceFile(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, kind));
  const before = text.split('\n');
  return blanked
    .split('\n')
    .flatMap((line, index) => {
      if (line === before[index]) return [line];
      return line.trim() === '' ? [] : [tidy(line)];
    })
    .join('\n');
}

/** A line without the blanks that its types have left. */
function tidy(line: string): string {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const code = line
    .slice(indent.length)
    .replace(/ {2,}(?=[(),;])/g, '')
    .replace(/ {2,}/g, ' ')
    .trimEnd();
  return indent + code;
}
