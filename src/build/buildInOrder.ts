import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import type { ViteBuilder } from 'vite';
import { fromRoot } from './fromRoot.ts';
import { integrityOf, nameByContent, removeScriptFiles, scriptFiles } from './scriptFiles.ts';
import { writeLanguages } from './writeLanguages.ts';

/** Environments whose file is loaded by another file of the script tag, and so needs its final name before that one is built. */
const LOADED_BY_OTHERS = ['diagnose', 'resume', 'extras', 'dialog', 'frame'];

/**
 * Builds all environments, one after the other in the given order: the script tag's files from the last one that a page loads
 * to the first, since each has the names and hashes of those it loads built in.
 */
export async function buildInOrder(
  builder: ViteBuilder,
  names: readonly string[],
  version: string,
): Promise<void> {
  removeScriptFiles();
  mkdirSync(fromRoot('dist'), { recursive: true });
  await writeLanguages();
  for (const name of names) {
    const environment = builder.environments[name];
    if (environment === undefined) throw new Error(`No build environment "${name}".`);
    await builder.build(environment);
    if (LOADED_BY_OTHERS.includes(name)) nameByContent(name, `dist/${name}.js`);
  }
  writeIntegrity(version);
  copyFileSync(fromRoot('src/protocol/page/checkout.openapi.json'), fromRoot('dist/checkout.openapi.json'));
}

/** `integrity.json`: the hash of each of the script tag's files, for pages that write the attribute themselves. */
function writeIntegrity(version: string): void {
  const files = ['hpp-checkout.js', ...scriptFiles().sort()];
  const integrity = Object.fromEntries(files.map((file) => [file, integrityOf(`dist/${file}`)]));
  writeFileSync(fromRoot('dist/integrity.json'), `${JSON.stringify({ version, integrity }, null, 2)}\n`);
}
