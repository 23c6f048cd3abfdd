import type { Sample } from '../samples/extract.ts';

/** What the guide to a framework leaves to the framework: what its own command for a new project writes, with its strictest settings. */
export interface Framework {
  name: string;
  /** Exact versions, beside `hpp-checkout` itself. */
  packages: readonly string[];
  files: Readonly<Record<string, string>>;
  /** Programs of `node_modules`, run in turn with Node 24: types first, then the build as for production. */
  build: readonly (readonly string[])[];
  /** What `node` is started with. */
  start: readonly string[];
  env?: (port: number) => Record<string, string>;
}

const TYPESCRIPT = 'typescript@6.0.3';
const NODE_TYPES = '@types/node@24.19.2';

const nestjs: Framework = {
  name: 'nestjs',
  packages: [
    TYPESCRIPT,
    NODE_TYPES,
    '@nestjs/cli@12.0.8',
    '@nestjs/common@12.5.1',
    '@nestjs/core@12.5.1',
    '@nestjs/platform-express@12.5.1',
    '@types/express@5.0.6',
    'reflect-metadata@0.2.2',
    'rxjs@7.8.2',
  ],
  files: {
    'nest-cli.json': '{ "sourceRoot": "src", "compilerOptions": { "deleteOutDir": true } }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        moduleResolution: 'nodenext',
        resolvePackageJsonExports: true,
        esModuleInterop: true,
        isolatedModules: true,
        declaration: true,
        removeComments: true,
        emitDecoratorMetadata: true,
        experimentalDecorators: true,
        allowSyntheticDefaultImports: true,
        target: 'ES2023',
        sourceMap: true,
        outDir: './dist',
        rootDir: './src',
        incremental: true,
        skipLibCheck: true,
        strict: true,
        strictPropertyInitialization: false,
        types: ['node'],
      },
      include: ['src'],
    }),
  },
  build: [['@nestjs/cli/bin/nest.js', 'build']],
  start: ['dist/main.js'],
};

const astro: Framework = {
  name: 'astro',
  packages: [TYPESCRIPT, NODE_TYPES, 'astro@7.3.5', '@astrojs/node@11.1.6', '@astrojs/check@0.9.10'],
  files: {
    'astro.config.mjs': `import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({ adapter: node({ mode: 'standalone' }) });`,
    'tsconfig.json': JSON.stringify({
      extends: 'astro/tsconfigs/strictest',
      compilerOptions: { types: ['node'] },
      include: ['.astro/types.d.ts', 'src/**/*'],
      exclude: ['dist'],
    }),
  },
  build: [
    ['astro/bin/astro.mjs', 'check'],
    ['astro/bin/astro.mjs', 'build'],
  ],
  start: ['dist/server/entry.mjs'],
  env: () => ({ HOST: '127.0.0.1', ASTRO_TELEMETRY_DISABLED: '1' }),
};

const nuxt: Framework = {
  name: 'nuxt',
  packages: [TYPESCRIPT, NODE_TYPES, 'nuxt@4.5.2', 'vue@3.5.45', 'vue-router@5.5.1', 'vue-tsc@3.3.14'],
  files: {
    'nuxt.config.ts':
      "export default defineNuxtConfig({ compatibilityDate: '2025-07-15', devtools: { enabled: true } });",
    'app/app.vue': '<template>\n  <NuxtPage />\n</template>\n',
    'tsconfig.json': JSON.stringify({
      files: [],
      references: ['app', 'server', 'shared', 'node'].map((name) => ({
        path: `./.nuxt/tsconfig.${name}.json`,
      })),
    }),
  },
  build: [
    ['nuxt/bin/nuxt.mjs', 'typecheck'],
    ['nuxt/bin/nuxt.mjs', 'build'],
  ],
  start: ['.output/server/index.mjs'],
  env: () => ({ HOST: '127.0.0.1', NUXT_TELEMETRY_DISABLED: '1' }),
};

const sveltekit: Framework = {
  name: 'sveltekit',
  packages: [
    TYPESCRIPT,
    NODE_TYPES,
    '@sveltejs/adapter-node@5.5.7',
    '@sveltejs/kit@2.70.4',
    '@sveltejs/vite-plugin-svelte@7.3.1',
    'svelte@5.57.3',
    'svelte-check@4.7.8',
    'vite@8.3.8',
  ],
  files: {
    'vite.config.ts': `import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [sveltekit({ adapter: adapter() })] });`,
    'src/app.html': `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" />%sveltekit.head%</head>
  <body><div style="display: contents">%sveltekit.body%</div></body>
</html>`,
    'tsconfig.json': JSON.stringify({
      extends: './.svelte-kit/tsconfig.json',
      compilerOptions: {
        rewriteRelativeImportExtensions: true,
        allowJs: true,
        checkJs: true,
        esModuleInterop: true,
        forceConsistentCasingInFileNames: true,
        resolveJsonModule: true,
        skipLibCheck: true,
        sourceMap: true,
        strict: true,
        moduleResolution: 'bundler',
      },
    }),
  },
  build: [
    ['@sveltejs/kit/svelte-kit.js', 'sync'],
    ['svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
    ['vite/bin/vite.js', 'build'],
  ],
  start: ['build/index.js'],
  env: (port) => ({ HOST: '127.0.0.1', ORIGIN: `http://127.0.0.1:${port}` }),
};

/** Those whose page is built with the framework's own defaults, and paid in a browser. The first is the one of every run. */
export const FRAMEWORKS: readonly Framework[] = [nestjs, astro, nuxt, sveltekit];

/** Whether a sample is part of such a project. */
export function isOfFramework({ page }: Pick<Sample, 'page'>): boolean {
  return FRAMEWORKS.some(({ name }) => page === `demo/docs/${name}.md`);
}
