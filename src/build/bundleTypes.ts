import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { BROWSER_ENTRIES, FRAMEWORK_TYPES, SERVER_ENTRIES, TESTING_ENTRIES } from './entries.ts';
import { fromRoot } from './fromRoot.ts';
import { withoutIds } from './withoutIds.ts';
import { writeElementManifest } from './writeElementManifest.ts';

/*
 * Writes the types of each entry as one file beside it: a merchant's editor shows what the package exports, and none of the
 * files that it is made of. Each entry by itself, since a type that two of them name is compared by its structure.
 */

/** Where `src/tsconfig.json` has the compiler write. */
const tree = 'dist/.types';
const compiler = fromRoot('node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', fromRoot('src')], { stdio: 'inherit' });
for (const [name, source] of Object.entries({ ...BROWSER_ENTRIES, ...SERVER_ENTRIES, ...TESTING_ENTRIES })) {
  const input = fromRoot(source.replace(/^src\//, `${tree}/`).replace(/\.ts$/, '.d.ts'));
  const bundle = await rollup({ input, external: /^[^./]/, plugins: [dts()] });
  const { output } = await bundle.generate({ format: 'es' });
  writeFileSync(fromRoot(`dist/${name}.d.ts`), withoutIds(output[0].code));
}
rmSync(fromRoot(tree), { recursive: true });
mkdirSync(fromRoot('dist/types'), { recursive: true });
for (const name of FRAMEWORK_TYPES) {
  copyFileSync(fromRoot(`src/widget/types/${name}.d.ts`), fromRoot(`dist/types/${name}.d.ts`));
}
writeElementManifest();
