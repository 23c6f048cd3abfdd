import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fromRoot } from './fromRoot.ts';

/*
 * The script tag's files besides `hpp-checkout.js`: `hpp-checkout.<part>.<hash>.js` in `dist`. Each is named by its
 * content, so that it can be cached for ever, and whoever loads it knows its name and its hash (Subresource Integrity).
 */

/** The variable of `window` where each of these files leaves its exports. */
export const EXPORTS = 'HppCheckoutDialog';

/** A byte order mark makes browsers read the script as UTF-8, whatever the encoding of the page is. */
export const UTF_8 = '\uFEFF';

/** All of them that are built so far. */
export function scriptFiles(): string[] {
  if (!existsSync(fromRoot('dist'))) return [];
  return readdirSync(fromRoot('dist')).filter((file) =>
    /^hpp-checkout\.[\w-]+\.[0-9A-Za-z]{10}\.js$/.test(file),
  );
}

/** The file name of one part; empty while it is not built. */
export function scriptFile(part: string): string {
  return scriptFiles().find((file) => file.startsWith(`hpp-checkout.${part}.`)) ?? '';
}

/** Files of an earlier build, which would be found in place of the new ones. */
export function removeScriptFiles(): void {
  for (const file of scriptFiles()) rmSync(fromRoot(`dist/${file}`));
}

/** Gives a built file its final name. */
export function nameByContent(part: string, built: string): void {
  // Letters of the hash that stands beside the name: repeated text costs next to nothing after compression.
  const name = /[0-9A-Za-z]{10}/.exec(integrityOf(built).slice('sha256-'.length))?.[0];
  if (name === undefined) throw new Error(`No ten letters in a row in the hash of ${built}.`);
  renameSync(fromRoot(built), fromRoot(`dist/hpp-checkout.${part}.${name}.js`));
}

/** The value of a script's `integrity` attribute. */
export function integrityOf(file: string): string {
  const hash = createHash('sha256').update(readFileSync(fromRoot(file)));
  return `sha256-${hash.digest('base64')}`;
}
