import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { build } from 'vite';
import { freePort } from '../../support/freePort.ts';
import type { Running } from './startProgram.ts';

/** One ES module with all that it imports, as a Workers tool would upload it. */
export async function bundleWorker(folder: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: { conditions: ['workerd', 'worker', 'module'] },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      // Wrangler puts what is loaded later into the same file, too.
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: join(folder, 'worker.mjs'), formats: ['es'], fileName: 'worker' },
    },
  });
  const output = (Array.isArray(result) ? result[0] : result) as { output: { code: string }[] };
  return output.output[0]?.code ?? '';
}

/** A Worker in workerd. */
export interface RunningWorker extends Running {
  /** Its Cron Trigger; answers with the outcome, `'ok'` for a good one. */
  scheduled(): Promise<string>;
}

/** Missing in Miniflare's types. */
interface Cron {
  scheduled(): Promise<{ outcome: string }>;
}

export async function startWorker(
  code: string,
  shop: Record<string, string>,
  compatibilityFlags: string[],
): Promise<RunningWorker> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const worker = new Miniflare({
    host: '127.0.0.1',
    port,
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: code }],
    compatibilityDate: '2026-04-01',
    compatibilityFlags,
    bindings: { ...shop, publicUrl: url },
  });
  await worker.ready;
  return {
    url,
    version: compatibilityFlags.join(' '),
    scheduled: async () => (await ((await worker.getWorker()) as unknown as Cron).scheduled()).outcome,
    stop: () => worker.dispose(),
  };
}
