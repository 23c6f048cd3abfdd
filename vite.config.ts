import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { minify } from 'terser';
import { build, type EnvironmentOptions, type Plugin, runnerImport } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import pkg from './package.json' with { type: 'json' };

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const BROWSERS = ['es2022', 'safari16.4'];
const external = [/^node:/, /^[a-z@][^:]*$/i];

/** `import { script } from './file.ts?script'`: the file and all it imports as one minified classic script, for pages our servers render. */
function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('?script')) return null;
      const file = await this.resolve(source.slice(0, -'?script'.length), importer, { skipSelf: true });
      // Without this machine's folders, which would stand in the built file.
      return file ? `\0script:${relative(at('.'), file.id)}.js` : null;
    },
    async load(id) {
      if (!id.startsWith('\0script:')) return null;
      const entry = at(id.slice('\0script:'.length, -'.js'.length));
      const result = await build({
        configFile: false,
        logLevel: 'error',
        build: {
          write: false,
          minify: true,
          target: BROWSERS,
          lib: { entry, formats: ['iife'], name: 'page', fileName: () => 'page.js' },
        },
      });
      const output = (Array.isArray(result) ? result[0] : result) as { output: { code: string }[] };
      this.addWatchFile(entry);
      return `export const script = ${JSON.stringify(output.output[0]?.code)};`;
    },
  };
}

/**
 * The script tag's files are built from the last one that is loaded to the first: each is named by its content, and its
 * name and hash (SRI) are baked into the file that loads it.
 */
const scriptFiles = () =>
  (existsSync(at('dist')) ? readdirSync(at('dist')) : []).filter((file) =>
    /^hpp-checkout\.[\w-]+\.[0-9A-Za-z]{10}\.js$/.test(file),
  );
const scriptFile = (part: string) =>
  scriptFiles().find((file) => file.startsWith(`hpp-checkout.${part}.`)) ?? '';
function nameByContent(part: string, built: string): void {
  // Letters of the hash that stands beside the name: what is said twice costs a customer nothing the second time.
  const name = /[0-9A-Za-z]{10}/.exec(sri(built).slice('sha256-'.length))?.[0];
  if (name === undefined) throw new Error(`No ten letters in a row in the hash of ${built}.`);
  renameSync(at(built), at(`dist/hpp-checkout.${part}.${name}.js`));
}

/** Read from the built file, since each environment is built with a configuration of its own. */
function stageTwoFacts(): Plugin {
  return {
    name: 'stage-two-facts',
    resolveId: (id) => (id === 'virtual:stage-two' ? '\0stage-two' : null),
    load: (id) =>
      id === '\0stage-two'
        ? `export const file = ${JSON.stringify(scriptFile('dialog'))};
export const integrity = ${JSON.stringify(sri(`dist/${scriptFile('dialog')}`))};`
        : null,
  };
}

/** The script tag's environments; in all others a module that is loaded later is the bundler's own affair. */
const SCRIPT = ['diagnose', 'catalogue', 'stageTwo', 'script'];

/** `import { later } from './file.ts?later'`: loads the module when it is called, in the way of the build. */
export function laterFiles(): Plugin {
  return {
    name: 'later-files',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('?later')) return null;
      const file = await this.resolve(source.slice(0, -'?later'.length), importer, { skipSelf: true });
      return file ? `\0later:${relative(at('.'), file.id)}.js` : null;
    },
    load(id) {
      if (!id.startsWith('\0later:')) return null;
      const path = id.slice('\0later:'.length, -'.js'.length);
      if (!SCRIPT.includes(this.environment.name))
        return `export const later = () => import(${JSON.stringify(at(path))});`;
      const file = scriptFile(basename(path, '.ts'));
      return `export const later = (load) => load(${JSON.stringify(file)}, ${JSON.stringify(sri(`dist/${file}`))});`;
    },
  };
}

/** Each language as a script of its own, for the script tag: nothing but data, and so not bundled. */
async function writeLanguages(): Promise<void> {
  for (const name of readdirSync(at('src/view/language/texts'))) {
    const { module } = await runnerImport<{ texts: unknown }>(at(`src/view/language/texts/${name}`));
    writeFileSync(at('dist/language.js'), `${UTF_8}${GLOBAL}=${JSON.stringify({ texts: module.texts })}`);
    nameByContent(basename(name, '.ts'), 'dist/language.js');
  }
}

const sri = (file: string) =>
  `sha256-${createHash('sha256')
    .update(readFileSync(at(file)))
    .digest('base64')}`;

/** At the front of a script, says how to read it, on pages of any other encoding too. */
const UTF_8 = '\uFEFF';

/** Where each of the script tag's further files leaves its exports. */
const GLOBAL = 'HppCheckoutDialog';

/**
 * Chromium compiles all of such a file while it arrives, in another thread. Else each function is compiled when it first
 * runs, and for the dialog that is between the click and the request: a third of that time.
 * https://v8.dev/blog/explicit-compile-hints
 */
const ALL_IS_USED = '//# allFunctionsCalledOnLoad\n';

/**
 * Terser over what the bundler has minified: its names are chosen so that the file compresses better, which is two in a
 * hundred of what every page view pays for.
 *
 * @param banner stands at the front, as it is.
 */
function minifyOnceMore(banner: string): Plugin {
  return {
    name: 'minify-once-more',
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { code = '' } = await minify(chunk.code, {
          ecma: 2020,
          compress: { passes: 5, unsafe: true, unsafe_arrows: true },
        });
        chunk.code = banner + code;
      }
    },
  };
}

function browserFile(entry: string, file: string, banner: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      minify: true,
      sourcemap: false,
      target: BROWSERS,
      lib: { entry: at(entry), name: GLOBAL, formats: ['iife'], fileName: () => file },
      rolldownOptions: {
        output: { generatedCode: { symbols: false } },
        plugins: [minifyOnceMore(banner)],
      },
    },
  };
}

function modules(consumer: 'client' | 'server', entries: Record<string, string>): EnvironmentOptions {
  return {
    consumer,
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      target: consumer === 'client' ? BROWSERS : 'node20',
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, at(path)])),
        formats: ['es'],
        fileName: (_format, name) => `${name}.js`,
      },
      rolldownOptions: {
        external,
        output: {
          chunkFileNames: '[name]-[hash].js',
          ...(consumer === 'server' ? { codeSplitting: { groups: SERVER_CHUNKS } } : {}),
        },
      },
    },
  };
}

/** What server entries share, in two files in place of nine: each one more is a millisecond of every cold start. */
const SERVER_CHUNKS = [
  { name: 'gateway', test: /src[\\/](gateway|protocol)[\\/]/ },
  { name: 'merchant', test: /src[\\/]merchant[\\/]/, minShareCount: 2 },
];

/** Files of minutes come first, or one of them runs on alone when all others are done. The rest: by size, as always. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /(cells|everyEngine)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig(({ command }) => ({
  plugins: [
    inlineScript(),
    laterFiles(),
    stageTwoFacts(),
    preact({ devToolsEnabled: false, reactAliasesEnabled: false }),
  ],
  define: { __VERSION__: JSON.stringify(pkg.version) },
  resolve: { tsconfigPaths: true },
  builder: {
    async buildApp(builder) {
      const run = async (name: string) => {
        const environment = builder.environments[name];
        if (environment === undefined) throw new Error(`No build environment "${name}".`);
        await builder.build(environment);
      };
      // Those of an earlier build would be found in their place.
      for (const file of scriptFiles()) rmSync(at(`dist/${file}`));
      mkdirSync(at('dist'), { recursive: true });
      await writeLanguages();
      for (const [name, part] of [
        ['diagnose', 'diagnose'],
        ['catalogue', 'catalogue'],
        ['stageTwo', 'dialog'],
      ] as const) {
        await run(name);
        nameByContent(part, `dist/${name}.js`);
      }
      await run('script');
      await run('npm');
      await run('server');
      await run('demo');
      const integrity = Object.fromEntries(
        ['hpp-checkout.js', ...scriptFiles().sort()].map((file) => [file, sri(`dist/${file}`)]),
      );
      writeFileSync(
        at('dist/integrity.json'),
        `${JSON.stringify({ version: pkg.version, integrity }, null, 2)}\n`,
      );
      copyFileSync(at('src/protocol/page/checkout.openapi.json'), at('dist/checkout.openapi.json'));
    },
  },
  // Only for a build: dev server and vitest would scan every environment.
  environments:
    command !== 'build'
      ? {}
      : {
          diagnose: browserFile('src/widget/diagnose/diagnose.ts', 'diagnose.js', UTF_8),
          catalogue: browserFile('src/widget/catalogue.ts', 'catalogue.js', UTF_8),
          stageTwo: browserFile('src/widget/stageTwo.ts', 'stageTwo.js', UTF_8 + ALL_IS_USED),
          script: browserFile('src/widget/script.ts', 'hpp-checkout.js', ''),
          npm: modules('client', {
            index: 'src/widget/index.ts',
            element: 'src/widget/element.ts',
            react: 'src/widget/react.ts',
            return: 'src/return/index.ts',
          }),
          server: modules('server', {
            server: 'src/merchant/index.ts',
            node: 'src/merchant/node.ts',
            sqlite: 'src/merchant/store/sqlite.ts',
            postgres: 'src/merchant/store/postgres.ts',
            sandbox: 'src/sandbox/index.ts',
            cli: 'src/cli/index.ts',
          }),
          demo: {
            consumer: 'client',
            build: {
              outDir: 'demo/.build',
              emptyOutDir: true,
              target: BROWSERS,
              rolldownOptions: { input: [at('index.html'), at('demo/playground/index.html')] },
            },
          },
        },
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'happy-dom',
          include: ['test/{checkout,view,widget,return}/**/*.test.{ts,tsx}'],
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['test/{protocol,gateway,merchant,sandbox,cli,contracts,foreign}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'fault',
          environment: 'node',
          include: ['test/fault/**/*.test.ts'],
          testTimeout: 20_000,
          // Each starts processes and databases enough for all cores, so they come one by one, after the others.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          environment: 'node',
          include: ['test/package/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          // A browser on a busy machine may miss a click; a journey that fails twice is broken.
          retry: process.env.CI ? 1 : 0,
          include: ['test/{e2e,attack}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Two browsers at once: they wait for each other's windows more than for a core. Three gain nothing on two cores.
          maxWorkers: 2,
        },
      },
    ],
  },
}));
