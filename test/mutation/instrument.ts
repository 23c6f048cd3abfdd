import { readFileSync } from 'node:fs';
import { Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter';
import { type Mutant, numbered } from './mutant.ts';

/** What this file reads of a place in Babel's syntax tree (https://babeljs.io/docs/babel-traverse). */
interface Place {
  readonly node: {
    readonly type: string;
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
  };
  isExpressionStatement(): boolean;
  get(key: string): Place;
}

interface Mutator {
  readonly name: string;
  mutate(place: Place): Iterable<unknown>;
}

/** A call whose value nobody reads: an event that is not emitted, a lease that is not given back. */
const callRemoval: Mutator = {
  name: 'CallRemoval',
  *mutate(place) {
    if (!place.isExpressionStatement()) return;
    const { type } = place.get('expression').node;
    if (type === 'CallExpression' || type === 'AwaitExpression') yield { type: 'EmptyStatement' };
  },
};

/** Sentences are for people: an error's words, a log line, a page. What programs compare has no blank in it. */
const sentences = {
  shouldIgnore({ node }: Place): string | undefined {
    const texts =
      node.type === 'StringLiteral'
        ? [String(node.value)]
        : node.type === 'TemplateLiteral'
          ? (node.quasis ?? []).map(({ value }) => value.raw)
          : [];
    return texts.some((text) => /\s/.test(text)) ? 'a sentence' : undefined;
  },
};

const quiet = {
  isDebugEnabled: () => false,
  debug() {},
  info() {},
  warn() {},
  error: console.error,
};

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** Each file's source with all its mutants, of which one at most is switched on. */
  readonly code: ReadonlyMap<string, string>;
}

/** @param files paths from the repository's root, where the process runs. */
export async function instrument(files: readonly string[]): Promise<Instrumented> {
  await addMutators([callRemoval]);
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const instrumenter = new Instrumenter(quiet as unknown as ConstructorParameters<typeof Instrumenter>[0]);
  const result = await instrumenter.instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [sentences] } as unknown as InstrumenterOptions,
  );
  const mutants = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location, mutatorName, replacement }): Mutant => {
      const lines = (sources.get(fileName) ?? '').split('\n');
      const { start, end } = location;
      const text = lines.slice(start.line, end.line + 1);
      text[text.length - 1] = text.at(-1)?.slice(0, end.column) ?? '';
      text[0] = text[0]?.slice(start.column) ?? '';
      return {
        id,
        file: fileName,
        line: start.line + 1,
        lastLine: end.line + 1,
        within: withinOf(lines, start.line),
        mutator: mutatorName,
        from: oneLine(text.join('\n')),
        to: oneLine(replacement ?? ''),
      };
    });
  return {
    mutants: numbered(mutants),
    code: new Map(result.files.map(({ name, content }) => [name, content])),
  };
}

/** The package exports no way to add a mutator; its own list is an array. */
async function addMutators(own: readonly Mutator[]): Promise<void> {
  const entry = import.meta.resolve('@stryker-mutator/instrumenter');
  const { allMutators } = (await import(new URL('mutators/mutate.js', entry).href)) as {
    allMutators: Mutator[];
  };
  for (const mutator of own)
    if (!allMutators.some(({ name }) => name === mutator.name)) allMutators.push(mutator);
}

const DECLARATION = /^(?:export )?(?:async )?(?:function\*?|const|class|let) (\w+)/;

/** What the line is part of: the last declaration at the margin above it. */
function withinOf(lines: readonly string[], line: number): string {
  for (let at = line; at >= 0; at--) {
    const name = DECLARATION.exec(lines[at] ?? '')?.[1];
    if (name !== undefined) return name;
  }
  return '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 120);
}
