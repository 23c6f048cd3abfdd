import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as forward } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { payInDialog } from '../../src/testing/browser/payInDialog.ts';
import { launchChromium, NO_COMPILER } from '../support/chromium.ts';
import { failWithChild } from '../support/failWithChild.ts';
import { buildHandlerProcess, handlerWorkers } from '../support/handlerWorkers.ts';
import { CREDENTIALS } from '../support/harness.ts';
import { serve } from '../support/serve.ts';
import { growth } from '../support/soak/growth.ts';
import { until } from '../support/until.ts';

/** How long the shop is used, in minutes: `npm run test:soak` takes twenty. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0);
/** Caches fill and code is compiled; what that takes is no leak. */
const WARM_UP_MINUTES = 5;
/** What memory may grow by in all, after that. */
const FLAT = 0.05;
/**
 * What the sandbox may keep of a payment, as a gateway does: its transaction, request and notification. A snapshot of its
 * heap counts 3.4 kB.
 */
const RECORD_BYTES = 3_400;

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = (file: string) => join(root, 'dist', file);

/** What a process or the page holds after a collection of garbage, in bytes. */
interface Memory {
  heap: number;
  /** Of the operating system; absent for the page, which shares its process with the browser. */
  rss?: number;
}

it.runIf(MINUTES > 0)(
  `handler, sandbox and page pay for ${MINUTES} minutes, and hold no more at the end`,
  { timeout: (MINUTES + 10) * 60_000 },
  async () => {
    // Inside of the repository: the handler's process imports its packages.
    mkdirSync(join(root, 'test/.artifacts'), { recursive: true });
    const folder = mkdtempSync(join(root, 'test/.artifacts/soak-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const memoryOf = (name: string) => ({
      HPP_MEMORY: join(folder, name),
      NODE_OPTIONS: `--expose-gc --import ${join(root, 'test/support/soak/tellMemory.mjs')}`,
    });

    const sandbox = await startSandbox(folder, memoryOf('sandbox'));
    onTestFinished(() => void sandbox.child.kill());
    process.env.HPP_HANDLER_PROCESS = await buildHandlerProcess(folder);
    const workers = await handlerWorkers({ gatewayUrl: sandbox.url, credentials: CREDENTIALS });
    onTestFinished(() => workers.close());
    const shop = await serveShop(() => handler.url);
    onTestFinished(() => shop.close());
    const before = { ...process.env };
    Object.assign(process.env, memoryOf('handler'));
    const handler = await workers.start({
      publicUrl: `${shop.origin}/checkout`,
      store: { kind: 'sqlite', path: join(folder, 'shop.db') },
      sweepEveryMs: 1_000,
      patient: true,
    });
    process.env = before;

    // The compiler's own work grows for hundreds of payments, and hides a leak.
    const browser = await launchChromium([NO_COMPILER]);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(shop.origin);
    const cdp = await page.context().newCDPSession(page);
    const measure = async (payments: number): Promise<Record<string, Memory>> => {
      for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      const held = await askMemory(sandbox.child, join(folder, 'sandbox'));
      return {
        handler: await askMemory(handler.child, join(folder, 'handler')),
        sandbox: { ...held, heap: held.heap - payments * RECORD_BYTES },
        page: { heap: usedSize },
      };
    };

    const measured: Record<string, Memory>[] = [];
    const begun = performance.now();
    const minutes = () => (performance.now() - begun) / 60_000;
    let payments = 0;
    let closed = 0;
    while (minutes() < MINUTES) {
      // Every fifth customer closes the dialog, and pays when it is open again.
      if (payments % 5 === 4) {
        await open(page, payments);
        await page.getByRole('dialog').locator('main[aria-busy=false]').waitFor();
        await page.evaluate(() => (window as never as Shop).checkout?.close());
        await expect.poll(() => told(page)).toEqual(['close']);
        closed++;
      }
      await open(page, payments);
      await payInDialog(page, { card: payments % 3 === 0 ? 'challenge' : 'paid' });
      await expect.poll(() => told(page)).toEqual(['complete', 'close']);
      payments++;
      if (minutes() >= measured.length + 1) {
        measured.push(await measure(payments));
        console.log(`${measured.length} min, ${payments} payments: ${JSON.stringify(measured.at(-1))}`);
      }
    }
    expect(new Set(workers.effects().map(({ orderReference }) => orderReference)).size).toBe(payments);
    expect(workers.effects()).toHaveLength(payments);
    expect(workers.errors()).toEqual([]);

    const steady = measured.slice(WARM_UP_MINUTES);
    const grown = Object.fromEntries(
      ['handler', 'sandbox', 'page'].flatMap((who) =>
        (['heap', 'rss'] as const).flatMap((what) => {
          const series = steady.map((each) => each[who]?.[what]).filter((value) => value !== undefined);
          return series.length === 0 ? [] : [[`${who} ${what}`, growth(series)]];
        }),
      ),
    );
    console.log(`${payments} payments, ${closed} closed before; growth after warm-up:`, grown);
    expect(Object.entries(grown).filter(([, part]) => !(part <= FLAT))).toEqual([]);
  },
);

interface Shop {
  checkout?: { open(): Promise<unknown>; close(): Promise<void>; destroy(): void };
  /** What `onComplete` and `onClose` were called for the order, in this order. */
  told: string[];
}

/** The sandbox as merchants start it, with a folder: what it knows is in memory and on disk. */
async function startSandbox(
  folder: string,
  env: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const { clientId, clientSecret, signatureSecret } = CREDENTIALS;
  const child = spawn(
    process.execPath,
    [
      ...[dist('cli.js'), 'sandbox', '--port', '0', '--quiet', '--instant', '--dir', folder],
      ...['--client-id', clientId, '--client-secret', clientSecret, '--signature-secret', signatureSecret],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  failWithChild(child, 'The sandbox', () => said);
  let url: string | undefined;
  await until(async () => {
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    return url !== undefined;
  }, 60_000);
  return { url: url ?? '', child };
}

async function askMemory(child: ChildProcess, file: string): Promise<Memory> {
  const lines = () => {
    try {
      return readFileSync(file, 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  };
  const known = lines().length;
  child.kill('SIGUSR2');
  await until(async () => lines().length > known, 60_000);
  return JSON.parse(lines().at(-1) ?? '{}') as Memory;
}

/** The shop's page and our files; whatever else is asked for, the handler's process answers. */
async function serveShop(handlerUrl: () => string) {
  const agent = new Agent({ keepAlive: true });
  const server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.example');
    if (pathname === '/')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>A shop</title><script src="/dist/hpp-checkout.js"></script>');
    if (pathname.startsWith('/dist/'))
      return response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(readFileSync(dist(pathname.slice('/dist/'.length))));
    const { method = 'GET', headers } = request;
    const sent = forward(handlerUrl() + request.url, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    return request.pipe(sent);
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    async close() {
      agent.destroy();
      await server.close();
    },
  };
}

const told = (page: Page) => page.evaluate(() => (window as never as Shop).told);

/** Each order has a checkout of its own, as in a shop of one page that takes an order after the other. */
async function open(page: Page, order: number): Promise<void> {
  await page.evaluate((orderReference) => {
    const shop = window as never as Shop & {
      HppCheckout: { createCheckout(options: object): NonNullable<Shop['checkout']> };
    };
    shop.checkout?.destroy();
    const told: string[] = [];
    shop.told = told;
    shop.checkout = shop.HppCheckout.createCheckout({
      session: '/checkout/session',
      order: orderReference,
      onComplete: () => told.push('complete'),
      onClose: () => told.push('close'),
    });
    void shop.checkout.open();
  }, `A-${order}`);
}
