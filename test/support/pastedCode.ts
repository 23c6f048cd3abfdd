import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type PluginOption, type Rollup } from 'vite';

/** Inside the package's own folder, so that `hpp-checkout/…` means what was built. */
const folder = fileURLToPath(new URL('../.artifacts/pasted/', import.meta.url));

/** As a merchant's project would have it; without one, this repository's would hold. */
const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  },
});

/** Writes code that a merchant pasted into a project of its own. @returns the project's folder. */
export function pasteInto(project: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, project);
  rmSync(path, { recursive: true, force: true });
  for (const [name, text] of Object.entries({ 'tsconfig.json': tsconfig, ...files })) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

/** The project as one classic script, by the bundler that its plugins make of vite. */
export async function bundlePasted(
  project: string,
  entry: string,
  plugins: PluginOption[] = [],
): Promise<string> {
  const root = join(folder, project);
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    // vite would take the test runner's NODE_ENV for a build of development.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: join(root, entry), formats: ['iife'], name: 'pasted' } },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput;
  return output[0].code;
}
