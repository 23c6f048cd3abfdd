import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildHandlerProcess } from './handlerWorkers.ts';

const artifacts = fileURLToPath(new URL('../.artifacts', import.meta.url));

/** Before the first test of `fault`: what its files kill by the hundred is built once for all of them. */
export async function setup(): Promise<() => void> {
  mkdirSync(artifacts, { recursive: true });
  const folder = mkdtempSync(join(artifacts, 'processes-'));
  process.env.HPP_HANDLER_PROCESS = await buildHandlerProcess(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
