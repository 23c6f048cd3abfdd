/*
 * `npm run lighthouse`: all four categories of the shop's page and of a page of the docs, as a desktop and as a slow phone. Fails
 * below 95. Needs Chromium and the package registry: Lighthouse brings 200 packages, which nothing else here needs, so it is
 * fetched when asked for.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDemo } from './startDemo.ts';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 0.95;
const DEVICES: Readonly<Record<string, readonly string[]>> = { desktop: ['--preset=desktop'], phone: [] };

const PAGES: Readonly<Record<string, string>> = { shop: '/shop', docs: '/docs/server' };

const out = fileURLToPath(new URL('../.artifacts/lighthouse', import.meta.url));
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const demo = await startDemo(folder);
try {
  for (const [name, path] of Object.entries(PAGES)) {
    for (const [device, options] of Object.entries(DEVICES)) measure(name, path, device, options);
  }
} finally {
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
}

function measure(name: string, path: string, device: string, options: readonly string[]): void {
  const file = join(out, `${name}-${device}.json`);
  const { status } = spawnSync(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      `${demo.shop}${path}`,
      ...options,
      '--quiet',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      '--output=json',
      `--output-path=${file}`,
    ],
    { stdio: 'inherit', env: { CHROME_PATH: '/usr/bin/chromium', ...process.env } },
  );
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}.`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    categories: Record<string, { id: string; score: number }>;
  };
  for (const { id, score } of Object.values(report.categories)) {
    console.log(`${name} ${device.padEnd(8)} ${id.padEnd(15)} ${Math.round(score * 100)}`);
    if (score < LEAST) process.exitCode = 1;
  }
}
