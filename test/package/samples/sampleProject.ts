import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fromNpm } from '../runtimes/fromNpm.ts';
import { addPackage } from '../runtimes/scratchProject.ts';
import { root, type Sample } from './extract.ts';

/** Each does with a page's samples what the page says, and is compiled and run beside them. */
export const DRIVERS = join(root, 'test/package/samples/drivers');

/** What samples import and this repository does not need itself. */
const EXTRA = ['nodemailer@10.6.0', '@types/nodemailer@8.0.2', 'smtp-server@3.21.6', 'pino@10.4.0'];

/** What the page on testing needs beside. */
const FOR_TESTING = ['@playwright/test@1.64.1', 'cypress@15.3.0'];
// Of Cypress only the types: its browser is no npm package.
process.env.CYPRESS_INSTALL_BINARY = '0';

/** As `tsc --init` of TypeScript 6 writes it, and what Node's own type stripping asks for beside: imports with `.ts`. */
const NODE = {
  module: 'nodenext',
  target: 'esnext',
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  strict: true,
  jsx: 'react-jsx',
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noUncheckedSideEffectImports: true,
  moduleDetection: 'force',
  skipLibCheck: true,
  types: ['node'],
  noEmit: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
};

/** As `create-next-app` writes it: imports without an ending, and `@/` for the project's folder. */
const NEXT = {
  target: 'ES2017',
  lib: ['dom', 'dom.iterable', 'esnext'],
  strict: true,
  noEmit: true,
  esModuleInterop: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  resolveJsonModule: true,
  isolatedModules: true,
  jsx: 'react-jsx',
  skipLibCheck: true,
  types: ['node'],
  paths: { '@/*': ['./*'] },
};

/** A merchant's project outside this repository, with the package as it is built and what the samples import. */
export function sampleProject(samples: readonly Sample[]) {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-checkout-samples-'));
  addPackage(folder, { types: true });
  const further = [fromNpm('samples', ...EXTRA), fromNpm('testing-samples', ...FOR_TESTING), root];
  for (const place of further) linkAll(join(place, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');

  /** Each page in a folder of its own; a block without a file name gets one by its line. */
  const pathOf = ({ page, file, language, line }: Sample) => {
    const name = page.replace(/^demo\/|\.md$/g, '').replaceAll('/', '-');
    return join(folder, 'node', name, file ?? `line-${line}.${language}`);
  };
  for (const sample of samples)
    write(isOfNext(sample) ? nextPath(folder, sample) : pathOf(sample), sample.text);
  const shared = samples.filter(
    ({ page, file }) => page === 'demo/docs/server.md' && /^\w+\.ts$/.test(file ?? ''),
  );
  for (const sample of shared.filter(({ file }) => file === 'orders.ts' || file === 'checkout.ts'))
    write(nextPath(folder, sample), sample.text.replace(/(from '\.\/\w+)\.ts'/g, "$1'"));
  const drivers = new Map<string, string>();
  for (const name of readdirSync(DRIVERS)) {
    const sample = samples.find(
      ({ page, file }) => page === `demo/docs/${name.replace('.ts', '.md')}` && file !== null,
    );
    if (sample === undefined) throw new Error(`No sample for ${name}.`);
    const path = join(dirname(pathOf(sample)), 'driver.ts');
    write(path, readFileSync(join(DRIVERS, name), 'utf8'));
    drivers.set(name, path);
  }
  cpSync(join(root, 'test/package/samples/shop.d.ts'), join(folder, 'node/shop.d.ts'));
  for (const [name, compilerOptions] of Object.entries({ node: NODE, next: NEXT }))
    writeFileSync(join(folder, name, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  return { folder, pathOf, drivers, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const isOfNext = ({ file }: Sample) => file?.startsWith('app/') === true;
const nextPath = (folder: string, { file }: Sample) => join(folder, 'next', file ?? '');

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}

/** Links each package of a `node_modules` that the project does not have yet. */
function linkAll(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (name.startsWith('.')) continue;
    if (name.startsWith('@')) {
      mkdirSync(join(to, name), { recursive: true });
      linkAll(join(from, name), join(to, name));
    } else {
      try {
        symlinkSync(join(from, name), join(to, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
}
