import { readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { runnerImport } from 'vite';
import { fromRoot } from './fromRoot.ts';
import { EXPORTS, nameByContent, UTF_8 } from './scriptFiles.ts';

const TEXTS = 'src/view/language/texts';

/** Each language as a script file of its own, for the script tag. They are data alone, so there is nothing to bundle. */
export async function writeLanguages(): Promise<void> {
  for (const name of readdirSync(fromRoot(TEXTS))) {
    const { module } = await runnerImport<{ texts: unknown }>(fromRoot(`${TEXTS}/${name}`));
    const code = `${UTF_8}${EXPORTS}=${JSON.stringify({ texts: module.texts })}`;
    writeFileSync(fromRoot('dist/language.js'), code);
    nameByContent(basename(name, '.ts'), 'dist/language.js');
  }
}
