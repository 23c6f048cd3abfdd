import { extractSamples, type Sample } from '../samples/extract.ts';

const samples = extractSamples();

/** The blocks of code of one page, in order. */
export const blocksOf = (page: string): readonly Sample[] => samples.filter((sample) => sample.page === page);

/** The file of a page, by its name behind the fence. @throws Error when the page has none */
export function fileOf(page: string, name: string): string {
  const sample = blocksOf(page).find(({ file }) => file === name);
  if (sample === undefined) throw new Error(`${page} has no ${name}.`);
  return `${sample.text}\n`;
}

/** What a page has its readers type, block by block. */
export const commandsOf = (page: string): readonly string[] =>
  blocksOf(page).flatMap(({ language, text }) => (language === 'sh' ? [text] : []));

/** The command that begins so. @throws Error when the page has none, or two */
export function commandOf(page: string, start: string): string {
  const found = commandsOf(page).filter((text) => text.startsWith(start));
  const [command] = found;
  if (command === undefined || found.length > 1)
    throw new Error(`${page} has ${found.length} of "${start} …".`);
  return command;
}
