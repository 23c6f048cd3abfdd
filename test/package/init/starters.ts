import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromNpm } from '../runtimes/fromNpm.ts';

/** An empty project, as somebody has it who begins with a framework today. */
export interface Starter {
  name: string;
  /** Makes it in an empty folder, without installing anything. */
  make(folder: string): void;
  /** Installed beside what the starter and `init` ask for. */
  packages?: readonly string[];
  /** `init` has to be asked to change a file that the starter has. */
  isForced?: boolean;
  /** What the framework's own strictness consists of: each has to end well. */
  checks: readonly string[];
  /** Where `init` says `npm run dev`: that on another port, and what was built as in production. */
  scripts?: { development(port: number): string; built(port: number): string };
}

/** As `tsc --init` of TypeScript 6 writes it, with `types` as its comment asks for on Node. */
const TSC_INIT = {
  compilerOptions: {
    module: 'nodenext',
    target: 'esnext',
    types: ['node'],
    sourceMap: true,
    declaration: true,
    declarationMap: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    strict: true,
    jsx: 'react-jsx',
    verbatimModuleSyntax: true,
    isolatedModules: true,
    noUncheckedSideEffectImports: true,
    moduleDetection: 'force',
    skipLibCheck: true,
  },
};
/** As the Node starter of Hono has it. */
const HONO = {
  compilerOptions: {
    target: 'ESNext',
    module: 'NodeNext',
    strict: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    types: ['node'],
    jsx: 'react-jsx',
    jsxImportSource: 'hono/jsx',
    outDir: './dist',
  },
  exclude: ['node_modules'],
};
/** `vite preview` passes requests on as the development server does. */
const VITE_SCRIPTS: Starter['scripts'] = {
  development: (port) => `npm run dev -- --port ${port} --strictPort`,
  built: (port) => `npm run preview -- --port ${port} --strictPort`,
};
const TYPESCRIPT = 'typescript@6.0.3';
const TYPE_CHECK = 'npx tsc --noEmit';

function files(contents: Record<string, object>): (folder: string) => void {
  return (folder) => {
    for (const [name, content] of Object.entries(contents))
      writeFileSync(join(folder, name), JSON.stringify(content));
  };
}

/** A starter that its framework's own generator makes. */
function generated(tool: string, bin: string, args: readonly string[]): (folder: string) => void {
  return (folder) => {
    const tools = fromNpm(tool.replace(/[/@]/g, '-'), tool);
    execFileSync(join(tools, 'node_modules/.bin', bin), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 120_000,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1' },
    });
  };
}
const vite = (template: string) =>
  generated('create-vite@9.3.0', 'create-vite', [
    '.',
    '--template',
    template,
    '--no-interactive',
    '--overwrite',
  ]);

export const NODE: Starter = { name: 'node', make: () => {}, checks: [] };
export const EXPRESS: Starter = {
  name: 'express',
  make: files({
    'package.json': { private: true, type: 'module', dependencies: { express: '5.3.0' } },
    'tsconfig.json': TSC_INIT,
  }),
  packages: [TYPESCRIPT],
  checks: [TYPE_CHECK],
};

/** Everything that `init` writes for. */
export const STARTERS: readonly Starter[] = [
  NODE,
  EXPRESS,
  {
    name: 'express-commonjs',
    make: files({
      'package.json': { private: true, type: 'commonjs', dependencies: { express: '5.3.0' } },
      'tsconfig.json': TSC_INIT,
    }),
    packages: [TYPESCRIPT, 'libsql'],
    checks: [TYPE_CHECK],
  },
  {
    name: 'fastify',
    make: files({
      'package.json': { private: true, type: 'module', dependencies: { fastify: '5.12.8' } },
      'tsconfig.json': TSC_INIT,
    }),
    packages: [TYPESCRIPT],
    checks: [TYPE_CHECK],
  },
  {
    name: 'hono',
    make: files({
      'package.json': {
        private: true,
        type: 'module',
        dependencies: { hono: '^4.13.19', '@hono/node-server': '^2.1.8' },
      },
      'tsconfig.json': HONO,
    }),
    packages: [TYPESCRIPT, 'libsql'],
    checks: [TYPE_CHECK],
  },
  {
    name: 'next',
    make: generated('create-next-app@16.4.3', 'create-next-app', [
      '.',
      '--yes',
      '--ts',
      '--app',
      // Its usual page loads a font from elsewhere while it is built.
      '--empty',
      '--no-tailwind',
      '--no-eslint',
      '--skip-install',
      '--disable-git',
    ]),
    packages: ['libsql'],
    checks: ['npm run build'],
    scripts: {
      development: (port) => `npm run dev -- -p ${port}`,
      built: (port) => `npm start -- -p ${port}`,
    },
  },
  {
    name: 'sveltekit',
    make: generated('sv@0.17.1', 'sv', [
      'create',
      '.',
      '--template',
      'minimal',
      '--types',
      'ts',
      '--no-add-ons',
      '--no-install',
      '--no-dir-check',
    ]),
    packages: ['libsql'],
    checks: ['npm run check', 'npm run build'],
    scripts: VITE_SCRIPTS,
  },
  {
    name: 'vite',
    make: vite('vanilla-ts'),
    scripts: VITE_SCRIPTS,
    checks: [
      'npm run build',
      'npx tsc --ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2023 --types node server/server.ts',
    ],
  },
  {
    name: 'vite-react',
    make: vite('react-ts'),
    isForced: true,
    scripts: VITE_SCRIPTS,
    checks: ['npm run build'],
  },
  {
    name: 'vite-react-js',
    make: vite('react'),
    isForced: true,
    scripts: VITE_SCRIPTS,
    checks: ['npm run build'],
  },
];
