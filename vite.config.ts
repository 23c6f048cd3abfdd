import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { build, type EnvironmentOptions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
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
 * The script tag's second stage: built first, named by its content, its hash baked into the first stage (SRI). Read from
 * the built file, since each environment is built with a configuration of its own.
 */
const stageTwo = () =>
  readdirSync(at('dist')).find((file) => /^hpp-checkout\.dialog\..*\.js$/.test(file)) ?? '';
function stageTwoFacts(): Plugin {
  return {
    name: 'stage-two-facts',
    resolveId: (id) => (id === 'virtual:stage-two' ? '\0stage-two' : null),
    load: (id) =>
      id === '\0stage-two'
        ? `export const file = ${JSON.stringify(stageTwo())};
export const integrity = ${JSON.stringify(sri(`dist/${stageTwo()}`))};`
        : null,
  };
}
const sri = (file: string) =>
  `sha256-${createHash('sha256')
    .update(readFileSync(at(file)))
    .digest('base64')}`;

function browserFile(entry: string, file: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      minify: true,
      sourcemap: false,
      target: BROWSERS,
      lib: { entry: at(entry), name: 'HppCheckoutDialog', formats: ['iife'], fileName: () => file },
      rolldownOptions: { output: { generatedCode: { symbols: false } } },
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

export default defineConfig(({ command }) => ({
  plugins: [inlineScript(), stageTwoFacts(), preact({ devToolsEnabled: false, reactAliasesEnabled: false })],
  define: { __VERSION__: JSON.stringify(pkg.version) },
  resolve: { tsconfigPaths: true },
  builder: {
    async buildApp(builder) {
      const run = async (name: string) => {
        const environment = builder.environments[name];
        if (environment === undefined) throw new Error(`No build environment "${name}".`);
        await builder.build(environment);
      };
      await run('stageTwo');
      const hash = createHash('sha256')
        .update(readFileSync(at('dist/stage-two.js')))
        .digest('hex')
        .slice(0, 12);
      // One of an earlier build would be found in its place.
      if (stageTwo()) rmSync(at(`dist/${stageTwo()}`));
      renameSync(at('dist/stage-two.js'), at(`dist/hpp-checkout.dialog.${hash}.js`));
      await run('script');
      await run('npm');
      await run('server');
      await run('demo');
      const integrity = {
        'hpp-checkout.js': sri('dist/hpp-checkout.js'),
        [stageTwo()]: sri(`dist/${stageTwo()}`),
      };
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
          stageTwo: browserFile('src/widget/stageTwo.ts', 'stage-two.js'),
          script: browserFile('src/widget/script.ts', 'hpp-checkout.js'),
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
              rolldownOptions: { input: [at('index.html'), at('demo/room/index.html')] },
            },
          },
        },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'happy-dom',
          include: ['test/{flow,view,widget,return}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['test/{protocol,gateway,merchant,sandbox,cli,contracts,fault}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
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
          fileParallelism: false,
        },
      },
    ],
  },
}));
