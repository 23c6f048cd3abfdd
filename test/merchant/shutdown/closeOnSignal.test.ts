import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { get as getByTls, Agent as TlsAgent } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { closeOnSignal } from '../../../src/merchant/node.ts';
import { makeCertificate } from '../../support/makeCertificate.ts';
import { until } from '../../support/until.ts';

const program = join(import.meta.dirname, '../../support/signalledServer.ts');

interface Signalled {
  child: ChildProcess;
  port: number;
  lines: string[];
  /** Lines of stderr. */
  errors: string[];
  /** Waits until the process has said this. */
  said(line: string): Promise<void>;
  ended: Promise<unknown>;
}

const started: Signalled[] = [];
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

async function start(...args: string[]): Promise<Signalled> {
  const child = spawn(process.execPath, ['--no-warnings', '--import', 'tsx', program, ...args]);
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const said = (line: string) => until(() => lines.some((each) => each.startsWith(line)));
  const server: Signalled = { child, port: 0, lines, errors, said, ended: once(child, 'exit') };
  started.push(server);
  await said('listening');
  server.port = Number(lines[0]?.split(' ')[1]);
  return server;
}

/** The answer's head when it comes, and its text. */
function ask(url: string, agent: Agent): Promise<{ headers: IncomingMessage['headers']; text: string }> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ headers: response.headers, text }));
      response.on('error', reject);
    };
    const sent = url.startsWith('https')
      ? getByTls(url, { agent, rejectUnauthorized: false }, answered)
      : get(url, { agent }, answered);
    sent.on('error', reject);
  });
}

/** Whether somebody accepts connections. */
const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const EACH = ['node:http', 'node:https', 'express', 'fastify', 'fastify.server', 'hono'];

describe('closeOnSignal refuses before any signal comes', () => {
  const server = { on: () => {}, close: () => {} };
  const refusal = (options: object) => {
    const before = process.listenerCount('SIGTERM');
    try {
      closeOnSignal(server as never, [], options as never)();
      return 'taken';
    } catch (error) {
      expect(process.listenerCount('SIGTERM')).toBe(before);
      return `${error}`;
    }
  };

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 0, -1, 1.5, '5000', null])(
    'T74 a timeoutMs of %s, which no timer waits',
    (timeoutMs) => {
      expect(refusal({ timeoutMs })).toBe(
        `CheckoutConfigError: closeOnSignal: timeoutMs: expected whole milliseconds from 1 to 2147483647, got ${timeoutMs}.`,
      );
    },
  );

  it('an onClosed that cannot be called', () => {
    expect(refusal({ onClosed: true })).toBe(
      'CheckoutConfigError: closeOnSignal: onClosed: expected a function.',
    );
  });

  it('neither the longest time nor the shortest', () => {
    expect([{ timeoutMs: 2 ** 31 - 1 }, { timeoutMs: 1 }, {}].map(refusal)).toEqual([
      'taken',
      'taken',
      'taken',
    ]);
  });
});

describe('closeOnSignal, in a process that SIGTERM reaches', () => {
  it.each(EACH)('%s: what runs is finished, connections kept alive hold nothing up, exit 0', async (name) => {
    const isTls = name === 'node:https';
    const server = await start(name, ...(isTls ? [JSON.stringify(makeCertificate())] : []));
    const origin = `${isTls ? 'https' : 'http'}://127.0.0.1:${server.port}`;
    const agent = isTls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
    expect(await ask(`${origin}/fast`, agent)).toMatchObject({
      text: 'fast',
      headers: { connection: 'keep-alive' },
    });
    // As a browser opens one in advance. With TLS it would be one that has not begun its handshake.
    const unused = isTls ? null : connect(server.port, '127.0.0.1');
    const slow = ask(`${origin}/slow`, new (isTls ? TlsAgent : Agent)({ keepAlive: true }));
    await server.said('slow request');

    server.child.kill('SIGTERM');
    await server.said('handler closed');
    await until(async () => !(await accepts(server.port)));
    expect(server.child.exitCode).toBe(null);
    expect(server.lines).not.toContain('closed');

    server.child.stdin?.write('\n');
    expect(await slow).toMatchObject({ text: 'finished', headers: { connection: 'close' } });
    expect(await server.ended).toEqual([0, null]);
    expect(server.lines.slice(-1)).toEqual(['closed']);
    if (name === 'fastify') expect(server.lines).toContain('fastify closed');
    expect(server.errors).toEqual([]);
    agent.destroy();
    unused?.destroy();
  });

  it('an answer that had begun is sent to its end, and its connection ends', async () => {
    const server = await start('node:http');
    const streamed = ask(`http://127.0.0.1:${server.port}/streamed`, new Agent({ keepAlive: true }));
    await server.said('slow request');
    server.child.kill('SIGTERM');
    await server.said('handler closed');
    server.child.stdin?.write('\n');
    expect(await streamed).toMatchObject({ text: 'begun finished', headers: { connection: 'keep-alive' } });
    expect(await server.ended).toEqual([0, null]);
  });

  it('with nothing running, ends at once; SIGINT does the same; each of several handlers is closed', async () => {
    const server = await start('two handlers');
    server.child.kill('SIGINT');
    expect(await server.ended).toEqual([0, null]);
    expect(server.lines.slice(1)).toEqual(['handler closed', 'handler closed', 'closed']);
  });

  it('a second signal exits at once; one that comes with the first, as from npm, is the first', async () => {
    const server = await start('node:http');
    const slow = ask(`http://127.0.0.1:${server.port}/slow`, new Agent()).catch(() => 'cut');
    await server.said('slow request');
    server.child.kill('SIGINT');
    server.child.kill('SIGINT');
    await server.said('handler closed');
    expect(server.child.exitCode).toBe(null);
    // Sent until it is taken for a second one.
    await until(() => server.child.exitCode !== null || !server.child.kill('SIGINT'));
    expect(await server.ended).toEqual([130, null]);
    expect(await slow).toBe('cut');
  });

  it('work that does not end within timeoutMs is given up: exit 1, and a line that says so', async () => {
    const server = await start('a handler that hangs');
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([1, null]);
    expect(server.errors).toEqual([
      'hpp-checkout: After 700 ms requests or work were still running; the process exits.',
    ]);
  });

  it('a handler that cannot be closed: exit 1, with the error', async () => {
    const server = await start('a handler that fails');
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([1, null]);
    expect(server.errors.join('\n')).toContain(
      'could not be closed in order; the process exits. Error: The store is away.',
    );
  });
});
