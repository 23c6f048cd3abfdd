import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, type Sample } from './extract.ts';

/** Names that `shop.d.ts` declares: what the merchant has already, and a sample uses without making it. */
const NAMES = [
  ...readFileSync(join(root, 'test/package/samples/shop.d.ts'), 'utf8').matchAll(
    /^ {2}(?:const|function) (\w+)/gm,
  ),
].map(([, name = '']) => name);

/** Runtimes' own globals need no word. */
const OF_RUNTIME = ['Bun', 'Deno'];

/**
 * The names of the merchant's own that a sample leaves open. A sample with one is a fragment: it does not run as it is pasted,
 * so its page has to say whose the name is.
 */
export function openNames({ text }: Sample): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'/g, '');
  return NAMES.filter((name) => {
    if (OF_RUNTIME.includes(name)) return false;
    const used = new RegExp(`(?:\\.\\.\\.|(?<![.\\w$]))${name}\\b(?!\\??:)`);
    const made = new RegExp(
      `(?:const|let|var|function|class|type|interface)\\s+${name}\\b|` + // declared
        `(?:import|const|let)\\b[^;=]*[{,]\\s*${name}\\s*[},]|` + // imported, or taken out of an object
        `[({,]\\s*${name}\\s*(?:,[^()]*)?\\}?\\)\\s*(?::[^=]+)?=>|` + // an argument
        `\\b${name}\\s*=>|[(,]\\s*${name}\\s*:|` +
        `^ {2}${name}\\(.*\\): `, // a method of an interface
      'm',
    );
    return used.test(code) && !made.test(code);
  });
}
