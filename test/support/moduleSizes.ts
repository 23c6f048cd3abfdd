/**
 * `npm run sizes`, after `npm run build`: what each module adds to the files that an ordinary payment loads, in bytes after
 * brotli. A module's number is what its file would lose without it, so the numbers of a file add up to less than the file:
 * what two modules have in common counts for neither.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { minify } from 'terser';
import { createBuilder, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Of each module in the file that is built: its code as it stands there. Nothing is written. */
const modules = new Map<string, string>();
const collect: Plugin = {
  name: 'collect-modules',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const [file, chunk] of Object.entries(bundle)) {
      if (chunk.type === 'chunk')
        for (const [id, { code }] of Object.entries(chunk.modules)) if (code) modules.set(id, code);
      delete bundle[file];
    }
  },
};

const nameOf = (id: string) =>
  id.startsWith('\0') ? id.slice(1) : relative(root, id).replace(/^node_modules\//, '');

async function minified(code: string): Promise<string> {
  const { code: small = '' } = await minify(code, { ecma: 2020, module: true, compress: { unused: false } });
  return small;
}

const builder = await createBuilder({ root, logLevel: 'silent', plugins: [collect] });
for (const name of ['script', 'frame', 'dialog']) {
  const environment = builder.environments[name];
  if (environment === undefined) throw new Error(`No build environment "${name}".`);
  modules.clear();
  await builder.build(environment);
  const parts = await Promise.all(
    [...modules].map(async ([id, code]) => ({ name: nameOf(id), code: await minified(code) })),
  );
  const without = (left?: string) =>
    brotli(
      parts
        .filter((part) => part.name !== left)
        .map(({ code }) => code)
        .join('\n'),
    );
  const whole = without();
  console.log(`\n| ${name}: ${whole} | bytes |\n| --- | ---: |`);
  const rows = parts.map((part) => [part.name, whole - without(part.name)] as const);
  for (const [module, bytes] of rows.sort((a, b) => b[1] - a[1])) console.log(`| ${module} | ${bytes} |`);
}
