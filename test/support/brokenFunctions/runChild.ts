import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Builds a file of this folder, since Node alone cannot load it, runs it to its end and reads its lines of JSON. */
export async function runChild<T>(
  file: string,
): Promise<{ lines: T[]; status: number | null; errors: string }> {
  mkdirSync(join(root, 'test/.artifacts'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test/.artifacts/broken-functions-'));
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'error',
      build: {
        ssr: join(root, 'test/support/brokenFunctions', file),
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
      },
    });
    const child = spawnSync(process.execPath, ['--no-warnings', join(folder, 'child.mjs')], {
      encoding: 'utf8',
    });
    const lines = child.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line): T => JSON.parse(line));
    return { lines, status: child.status, errors: child.stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
