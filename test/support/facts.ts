/**
 * Lists the facts of the interface (S1–S197) that no test names, and fails when there are any: `npm run facts`.
 * A test names a fact in its title (or in that of its `describe`), as `S42`, or `S129e` where a fact has lettered parts.
 * With `--where`, prints the files that name each fact.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAST = 197;
const PARTS: Readonly<Record<number, string>> = { 87: 'abcdefgh', 129: 'abcdefghijkl', 135: 'abcdef' };

const root = fileURLToPath(new URL('..', import.meta.url));
const expected = Array.from({ length: LAST }, (_, i) => i + 1).flatMap((n) =>
  PARTS[n] === undefined ? [`S${n}`] : [...PARTS[n]].map((letter) => `S${n}${letter}`),
);

const where = new Map<string, Set<string>>();
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(file) || file.startsWith('support/facts')) continue;
  const source = readFileSync(join(root, file), 'utf8');
  for (const title of titles(source)) {
    for (const fact of factsIn(title)) {
      if (!where.has(fact)) where.set(fact, new Set());
      where.get(fact)?.add(relative(root, join(root, file)));
    }
  }
}

if (process.argv.includes('--where')) {
  for (const fact of expected) console.log(`${fact}\t${[...(where.get(fact) ?? [])].join(' ')}`);
}
const missing = expected.filter((fact) => !where.has(fact));
console.log(`${expected.length - missing.length} of ${expected.length} facts are named by a test.`);
if (missing.length > 0) {
  console.error(`No test names: ${missing.join(' ')}`);
  process.exitCode = 1;
}

/** Texts in quotes: titles and the rows of tables that become titles. Comments and identifiers do not count. */
function titles(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return Array.from(
    code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g),
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}

/** `S163–S183` names each of them. */
function factsIn(title: string): string[] {
  const facts: string[] = [...(title.match(/\bS\d{1,3}[a-l]?\b/g) ?? [])];
  for (const [, from, to] of title.matchAll(/\bS(\d{1,3})[–-]S?(\d{1,3})\b/g)) {
    for (let n = Number(from); n <= Number(to); n++) facts.push(`S${n}`);
  }
  return facts;
}
