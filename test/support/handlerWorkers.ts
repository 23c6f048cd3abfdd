import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type mysql from 'mysql2/promise';
import type pg from 'pg';
import { build } from 'vite';
import type { PaymentEvent } from '../../src/merchant/observe/events.ts';
import type { HandlerLimits, Payment } from '../../src/merchant/options.ts';
import type { CrashPoint } from './crashStore.ts';
import { failWithChild } from './failWithChild.ts';

export interface HandlerProcessConfig {
  gatewayUrl: string;
  credentials: { clientId: string; clientSecret: string; signatureSecret: string };
  publicUrl: string;
  /** `aheadMs`: the store's clock runs that much ahead. */
  store: (
    | { kind: 'postgres'; config: pg.PoolConfig; ports?: readonly number[] }
    | { kind: 'mysql'; config: mysql.PoolOptions }
    | { kind: 'sqlite'; path: string }
  ) & { aheadMs?: number };
  /** Files of JSON lines. */
  effects: string;
  events: string;
  errors: string;
  /** Where what `onPaymentDetails` is told goes; absent: the shop has none. */
  details?: string;
  limits?: Partial<HandlerLimits>;
  sweepEveryMs?: number;
  /** Waits for gateway and database as long as a machine under load may take: where neither is to fail. */
  patient?: boolean;
  crash?: CrashPoint;
}

export interface HandlerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Resolves when the process has ended, whatever ended it. */
  readonly ended: Promise<void>;
  sweep(): Promise<void>;
  settle(id: string): Promise<void>;
  kill(): Promise<void>;
  /** SIGTERM, and waits for the drain. */
  stop(): Promise<void>;
}

export interface HookCall extends Payment {
  idempotencyKey: string;
}

export interface HandlerWorkers {
  readonly publicUrl: string;
  start(change: Pick<HandlerProcessConfig, 'store'> & Partial<HandlerProcessConfig>): Promise<HandlerProcess>;
  /** What all processes' hooks were told, dead ones included. */
  effects(): HookCall[];
  /** What their `onPaymentDetails` were told, where `start` was given the file `details`. */
  details(): HookCall[];
  events(): PaymentEvent[];
  errors(): unknown[];
  folder: string;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the process from the sources, since Node alone cannot load them. @returns its file. */
export async function buildHandlerProcess(folder: string): Promise<string> {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: {
      ssr: join(root, 'test/support/handlerProcess.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'process.mjs' } },
    },
  });
  return join(folder, 'process.mjs');
}

/**
 * Handler processes behind one address that deals requests out in turn, to those that are alive. In a run of vitest they are
 * built once (`buildProcesses.ts`).
 */
export async function handlerWorkers(
  gateway: Pick<HandlerProcessConfig, 'gatewayUrl' | 'credentials'>,
): Promise<HandlerWorkers> {
  mkdirSync(join(root, 'test/.artifacts'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test/.artifacts/workers-'));
  const program = process.env.HPP_HANDLER_PROCESS ?? (await buildHandlerProcess(folder));
  const file = (name: string) => join(folder, name);
  const lines = (name: string) =>
    existsSync(file(name))
      ? readFileSync(file(name), 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line))
      : [];

  const alive: HandlerProcess[] = [];
  const balancer = await dealOut(alive);
  const publicUrl = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}/checkout`;

  return {
    publicUrl,
    folder,
    async start(change) {
      const config: HandlerProcessConfig = {
        ...gateway,
        publicUrl,
        effects: file('effects'),
        events: file('events'),
        errors: file('errors'),
        ...change,
      };
      const started = await startProcess(program, config);
      alive.push(started);
      started.child.once('exit', () => alive.splice(alive.indexOf(started), 1));
      return started;
    },
    effects: () => lines('effects'),
    details: () => lines('details'),
    events: () => lines('events'),
    errors: () => lines('errors'),
    async close() {
      for (const running of [...alive]) await running.kill();
      balancer.closeAllConnections();
      await new Promise((resolve) => balancer.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess(path: string, config: HandlerProcessConfig): Promise<HandlerProcess> {
  const child = spawn(process.execPath, ['--no-warnings', path], {
    cwd: root,
    env: { ...process.env, HPP_PROCESS: JSON.stringify(config) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  failWithChild(child, 'A handler process');
  const ended = once(child, 'exit').then(() => {});
  const port = await Promise.race([
    new Promise<string>((resolve) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) =>
        resolve(line.split(' ')[1] ?? ''),
      );
    }),
    ended.then(() => Promise.reject(new Error('The handler process ended before it listened.'))),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const call = async (path: string) => {
    const response = await fetch(url + path);
    if (!response.ok) throw new Error(await response.text());
    await response.text();
  };
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    url,
    child,
    ended,
    sweep: () => call('/_test/sweep'),
    settle: (id) => call(`/_test/settle/${id}`),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** A load balancer in little: in turn, and 502 when the process dies under the request. */
async function dealOut(alive: readonly HandlerProcess[]): Promise<Server> {
  const agent = new Agent({ keepAlive: true, timeout: 60_000 });
  let turn = 0;
  const server = createServer((request, response) => {
    const target = alive[turn++ % Math.max(1, alive.length)];
    if (target === undefined) return response.writeHead(503).end();
    const sent = forward(
      target.url + request.url,
      { method: request.method ?? 'GET', headers: request.headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    sent.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    return request.pipe(sent);
  });
  // A client may send on a connection that it has kept as long as a busy machine makes it wait (F49).
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.on('close', () => agent.destroy());
  return server;
}
