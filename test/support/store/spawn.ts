import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { failWithChild } from '../failWithChild.ts';
import type { StoreTarget } from './target.ts';
import type { WorkerJob } from './worker.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Worker {
  readonly child: ChildProcess;
  /** Lines so far. */
  readonly lines: readonly string[];
  /** Resolves with the first line, past or future, that starts with `start`; rejects when the process ends without it. */
  line(start: string): Promise<string>;
  /** Resolves when the process has ended and every line is read. */
  readonly ended: Promise<void>;
}

/** The worker as one plain file, so that hundreds of processes start quickly. */
export interface BuiltWorker {
  start(target: StoreTarget, job: WorkerJob): Worker;
  remove(): void;
}

export async function buildWorker(): Promise<BuiltWorker> {
  // Below node_modules, where the engines' packages are found.
  const folder = at(`../../../node_modules/.cache/hpp-store-worker-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: at('./worker.ts'),
      outDir: folder,
      target: 'node20',
      rolldownOptions: {
        external: ['pg', 'mysql2/promise', 'libsql'],
        output: { entryFileNames: 'worker.mjs' },
      },
    },
  });
  return {
    start: (target, job) => follow(`${folder}/worker.mjs`, target, job),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function follow(file: string, target: StoreTarget, job: WorkerJob): Worker {
  const child = spawn(process.execPath, [file, JSON.stringify(target), JSON.stringify(job)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  failWithChild(child, 'The worker', () => errors);
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const ended = Promise.all([once(child, 'close'), once(reader, 'close')]).then(() => {});
  return {
    child,
    lines,
    ended,
    line: (start) =>
      new Promise((resolve, reject) => {
        const match = (line: string): void => {
          if (line.startsWith(start)) resolve(line);
        };
        for (const line of lines) match(line);
        reader.on('line', match);
        ended.then(() => reject(new Error(`The worker ended without "${start}":\n${errors}`)), reject);
      }),
  };
}
