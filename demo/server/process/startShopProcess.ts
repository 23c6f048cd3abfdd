import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DemoConfig } from '../config.ts';
import type { FromShop, ToShop } from './messages.ts';

export interface ShopProcess {
  /** Where it listens on loopback; `null` while it is away. */
  port(): number | null;
  pid(): number | null;
  /** SIGKILL: no handler runs, nothing is flushed. Then it is started again. Resolves once it listens. */
  pullThePlug(): Promise<void>;
  close(): Promise<void>;
}

export interface ShopProcessOptions {
  onMessage: (message: FromShop, answer: (message: ToShop) => void) => void;
  /** How long it stays away. */
  awayMs: number;
  wait: (ms: number) => Promise<void>;
}

/**
 * Starts the shop's server in a process of its own.
 * @throws Error with what it said when it ends instead of listening.
 */
export async function startShopProcess(
  config: Pick<DemoConfig, 'shop' | 'dataFolder'>,
  { onMessage, awayMs, wait }: ShopProcessOptions,
): Promise<ShopProcess> {
  let child: ChildProcess | null = null;
  let port: number | null = null;
  let closing = false;
  let starting = start();

  async function start(): Promise<void> {
    const started = fork(fileURLToPath(new URL('shop.ts', import.meta.url)), {
      env: { ...process.env, DEMO_PORT: String(config.shop.port), DEMO_DATA: config.dataFolder },
    });
    child = started;
    const open = new Promise<number>((resolve, reject) => {
      started.on('message', (message: FromShop) => {
        if (message.type === 'open') resolve(message.port);
        else if (message.type === 'failed') reject(new Error(message.message));
        else onMessage(message, (answer) => void (started.connected && started.send(answer)));
      });
      started.once('exit', (code) => reject(new Error(`The shop's server ended with ${code}.`)));
    });
    port = await open;
  }

  await starting;
  return {
    port: () => port,
    pid: () => child?.pid ?? null,
    async pullThePlug() {
      const killed = child;
      if (killed === null || port === null || closing) return;
      port = null;
      const exit = once(killed, 'exit');
      killed.kill('SIGKILL');
      await exit;
      await wait(awayMs);
      if (closing) return;
      starting = start();
      await starting;
    },
    async close() {
      closing = true;
      // One that is just starting would not hear it.
      await starting.catch(() => {});
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      if (child.connected) child.send({ type: 'close' } satisfies ToShop);
      else child.kill();
      await exit;
    },
  };
}
