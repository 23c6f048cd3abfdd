import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { closeOnSignal } from '../../src/merchant/node.ts';

/*
 * A server as a process of its own, to be signalled. `/slow` answers when the parent writes a line to stdin; the handler's
 * `close` is only told of, since what is tested is the process.
 */

const [framework, certificate] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const handler = {
  async close() {
    say('handler closed');
    if (framework === 'a handler that hangs') await new Promise(() => {});
    if (framework === 'a handler that fails') throw new Error('The store is away.');
  },
};

let finish: (text: string) => void = () => {};
const answered = new Promise<string>((resolve) => {
  finish = resolve;
});
process.stdin.on('data', () => finish('finished'));
// Never outlive the test that started us.
process.stdin.on('end', () => process.exit(9));

const slow = () => {
  say('slow request');
  return answered;
};
const listening = (server: unknown) => {
  const { address } = server as Server;
  // Nobody may owe the end to a connection that ran into its time.
  (server as Server).keepAliveTimeout = 120_000;
  say(`listening ${(address.call(server) as AddressInfo).port}`);
};
const onClosed = () => say('closed');
/** A timer that would keep the process alive for ever: the zombie that this is about. */
setInterval(() => {}, 60_000);

if (framework === 'express') {
  const { default: express } = await import('express');
  const app = express();
  app.get('/slow', async (_request, response) => void response.send(await slow()));
  app.get('/fast', (_request, response) => void response.send('fast'));
  const server = app.listen(0, () => listening(server));
  closeOnSignal(server, handler, { onClosed });
} else if (framework?.startsWith('fastify')) {
  const { default: fastify } = await import('fastify');
  const app = fastify();
  app.get('/slow', slow);
  app.get('/fast', () => 'fast');
  app.addHook('onClose', async () => void say('fastify closed'));
  closeOnSignal(framework === 'fastify' ? app : app.server, handler, { onClosed });
  await app.listen({ port: 0 });
  listening(app.server);
} else if (framework === 'hono') {
  const { Hono } = await import('hono');
  const { serve } = await import('@hono/node-server');
  const app = new Hono();
  app.get('/slow', async (context) => context.text(await slow()));
  app.get('/fast', (context) => context.text('fast'));
  const server = serve({ fetch: app.fetch, port: 0 }, () => listening(server));
  closeOnSignal(server, handler, { onClosed });
} else {
  const { key, cert } = JSON.parse(certificate ?? '{}');
  const server = key === undefined ? createServer() : createTlsServer({ key, cert });
  server.on('request', async (request, response) => {
    if (request.url === '/streamed') {
      response.write('begun ');
      response.end(await slow());
    } else response.end(request.url === '/slow' ? await slow() : 'fast');
  });
  server.listen(0, () => listening(server));
  const timeoutMs = framework === 'a handler that hangs' ? 700 : 25_000;
  closeOnSignal(server, framework === 'two handlers' ? [handler, handler] : handler, { onClosed, timeoutMs });
}
