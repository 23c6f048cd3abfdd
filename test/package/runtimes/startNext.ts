import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromNpm } from './fromNpm.ts';
import { addPackage, root } from './scratchProject.ts';
import { type Running, startProgram } from './startProgram.ts';

export const NEXT = '16.4.6';

/** Builds the app of `next/` with Next.js, and serves it as in production. */
export async function startNext(shop: Record<string, string>): Promise<Running> {
  const folder = fromNpm(`next-${NEXT}`, `next@${NEXT}`, 'react@19.3.1', 'react-dom@19.3.1');
  addPackage(folder);
  cpSync(join(root, 'test/package/runtimes/next'), folder, { recursive: true });
  cpSync(join(root, 'test/package/runtimes/shop.mjs'), join(folder, 'shop.mjs'));
  // The build reads the routes, and so their shop.
  const env = { SHOP: JSON.stringify(shop), SHOP_URL: 'http://127.0.0.1:1', NEXT_TELEMETRY_DISABLED: '1' };
  await promisify(execFile)(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    timeout: 100_000,
  });
  return startProgram(process.execPath, ['start.mjs'], folder, env);
}
